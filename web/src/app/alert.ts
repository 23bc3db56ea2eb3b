/** Your turn: in the title, as two glasses, and as a notification where that was allowed. */
import { settings } from './settings.svelte';
import { sound } from './sound';

let title = '';

export function alertTurn(head: string, text: string): void {
  sound('turn');
  if (!title) title = document.title;
  document.title = `● ${head} · Parlour`;
  if (settings.notify && document.visibilityState === 'hidden' && 'Notification' in window && Notification.permission === 'granted') {
    const note = new Notification(head, { body: text, icon: '/icon.svg', tag: 'parlour-turn' });
    note.onclick = () => {
      focus();
      note.close();
    };
  }
}

export function calmTitle(): void {
  if (title) document.title = title;
  title = '';
}
