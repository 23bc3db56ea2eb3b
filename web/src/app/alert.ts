/** Your turn: as two glasses, and as a notification where that was allowed. */
import { settings } from './settings.svelte';
import { sound } from './sound';

export function alertTurn(head: string, text: string): void {
  sound('turn');
  if (
    settings.notify &&
    document.visibilityState === 'hidden' &&
    'Notification' in window &&
    Notification.permission === 'granted'
  ) {
    const note = new Notification(head, { body: text, icon: '/icon.svg', tag: 'parlour-turn' });
    note.onclick = () => {
      focus();
      note.close();
    };
  }
}
