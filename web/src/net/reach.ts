/** How this device's person is told that a table waits: by pushes to this browser, and by mail. */
import { settings } from '../app/settings.svelte';
import type { CodeShown, ReachShown, ReachWish } from '../lib/messages';
import { send } from './api';

/** Whether this browser can be told anything while no page is open. On a phone that may need the app on its home screen. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const raw = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

/** Ask the browser, and let the server know where to call. False if the person or the browser does not want it. */
async function subscribe(key: string): Promise<ReachShown | false> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const worker = await navigator.serviceWorker.ready;
  const known = await worker.pushManager.getSubscription();
  const wish = { userVisibleOnly: true, applicationServerKey: raw(key) };
  // One that was made for another server's key is of no use here.
  const made = await worker.pushManager.subscribe(wish).catch(async () => {
    await known?.unsubscribe();
    return worker.pushManager.subscribe(wish);
  });
  const { endpoint, keys } = made.toJSON();
  return send<ReachShown>('POST', '/api/reach/push', { endpoint, key: keys?.p256dh, auth: keys?.auth });
}

async function unsubscribe(): Promise<ReachShown> {
  const worker = await navigator.serviceWorker.ready;
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  return send<ReachShown>('DELETE', '/api/reach/push');
}

export const reach = {
  shown: () => send<ReachShown>('GET', '/api/reach'),
  wish: (wish: ReachWish) => send<ReachShown>('PUT', '/api/reach', wish),
  subscribe,
  unsubscribe,
  ask: (mail: string) => send<ReachShown>('POST', '/api/reach/mail', { mail }),
  forget: () => send<ReachShown>('DELETE', '/api/reach/mail'),
  code: (code: string) => send<CodeShown>('GET', `/api/reach/code/${code}`, undefined, false),
  follow: (code: string) => send<CodeShown>('POST', `/api/reach/code/${code}`, undefined, false),
};

/** The time of day as a field of a form writes it, and back. */
export const clock = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => `${part}`.padStart(2, '0')).join(':');
export const minute = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};
export const zone = (): string => new Intl.DateTimeFormat(settings.language).resolvedOptions().timeZone;
