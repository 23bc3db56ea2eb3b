/** Sounds of this device: low from the start, silent before the first touch, off with one tap. Each has a visual twin. */
import { settings, still } from './settings.svelte';
import type { Voices } from './voices';

export const SOUNDS = [
  'card',
  'scoop',
  'die',
  'turn',
  'no',
  'topple',
  'bell',
  'win',
  'say',
  'slide',
  'bump',
  'hop',
  'fish',
  'low',
  'tick',
  'creak',
] as const;
export type Sound = (typeof SOUNDS)[number];

let desk: AudioContext | undefined;
let voices: Voices | undefined;
let game = '';

/** Browsers let a page be heard from the first touch on; the sound card is woken then, so that the first card is heard. */
const TOUCHES = ['pointerdown', 'keydown', 'touchend'] as const;
let touched = false;
function touch(): void {
  touched = true;
  for (const kind of TOUCHES) removeEventListener(kind, touch, true);
  if (settings.sound) wake();
}
for (const kind of TOUCHES) addEventListener(kind, touch, { capture: true, passive: true });

/** The voices are fetched with the first touch, not before. */
let fetched: Promise<void> | undefined;
function wake(): Promise<void> | undefined {
  try {
    desk ??= new AudioContext();
    // A phone puts the sound card to sleep behind a page's back.
    if (desk.state !== 'running') void desk.resume().catch(() => undefined);
    const made = desk;
    fetched ??= import('./voices').then(
      ({ Voices }) => void (voices = new Voices(made)),
      () => (fetched = undefined),
    );
  } catch {
    /* no sound card, no sound */
  }
  return fetched;
}

/** The table that is looked at: its chime is the one that is heard. */
export function tune(to: string): void {
  game = to;
}

/** `loud` is 1 as it is measured, and less for less. */
export function sound(name: Sound, loud = 1): void {
  if (!settings.sound || !touched) return;
  const ready = wake();
  if (voices) voices.play(name, game, loud);
  else void ready?.then(() => voices?.play(name, game, loud));
}

/** Sound on or off, with one tap. */
export function mute(): void {
  settings.sound = !settings.sound;
  sound('say');
}

/** A phone shakes: motion and rest in turn, in ms. Not where motion is unwanted, not where sounds are off. */
export function buzz(pattern: number[]): void {
  if (settings.sound && !still()) navigator.vibrate?.(pattern);
}
