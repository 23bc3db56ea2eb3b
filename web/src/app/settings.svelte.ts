/** What a person chose on this device: kept here and nowhere else. */
import { MediaQuery } from 'svelte/reactivity';

export type Theme = 'system' | 'light' | 'dark';
export type Motion = 'system' | 'full' | 'less';
export type Pace = 'calm' | 'usual' | 'fast' | 'instant';
/** The languages that the pages speak: English, and every other file of words. */
export const LANGUAGES = [
  'en',
  ...Object.keys(import.meta.glob(['../words/*.ts', '!../words/en.ts'])).map((file) => file.slice('../words/'.length, -3)),
];

interface Saved {
  name: string;
  /** What I sit under, by number (kit/seats.ts): found once, kept until I choose others. */
  sign: number;
  colour: number;
  theme: Theme;
  motion: Motion;
  language: string;
  pace: Pace;
  sound: boolean;
  notify: boolean;
  hints: boolean;
  /** Stronger symbols beside every colour. */
  symbols: boolean;
  /** The games whose first hint has been read. */
  met: string[];
  near: boolean;
  /** My only possible move is made by itself. */
  forced: boolean;
}

const KEY = 'parlour.settings';
const first: Saved = {
  name: '',
  sign: Math.floor(Math.random() * 10),
  colour: Math.floor(Math.random() * 10),
  theme: 'system',
  motion: 'system',
  language: LANGUAGES.find((code) => navigator.language.startsWith(code)) ?? 'en',
  pace: 'usual',
  /** Low, and not before the first touch; every bar has the button that turns it off. */
  sound: true,
  notify: false,
  hints: true,
  symbols: false,
  met: [],
  near: true,
  forced: false,
};

/** What was kept, as far as it makes sense: anything of another type is forgotten. */
function saved(): Partial<Saved> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    const same = (a: unknown, b: unknown) => typeof a === typeof b && Array.isArray(a) === Array.isArray(b);
    for (const chosen of ['sign', 'colour']) if (![...Array(10).keys()].includes(kept[chosen] as number)) delete kept[chosen];
    return Object.fromEntries(
      Object.entries(first).flatMap(([name, value]) => (same(kept[name], value) ? [[name, kept[name]]] : [])),
    );
  } catch {
    return {};
  }
}

export const settings: Saved = $state({ ...first, ...saved() });

const dark = new MediaQuery('(prefers-color-scheme: dark)');
const less = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether things may travel; when not, they fade. */
export const still = () => settings.motion === 'less' || (settings.motion === 'system' && less.matches);
/** A duration that respects reduced motion. */
export const ms = (full: number) => (still() ? Math.min(full, 1) : full);

/** How long a moment is held, for the pace that was chosen. */
export const held = (full: number) => full * ({ calm: 1.5, usual: 1, fast: 0.3, instant: 0 }[settings.pace] ?? 1);

/** Whether the lights are out. */
export const night = () => settings.theme === 'dark' || (settings.theme === 'system' && dark.current);

function dress(): void {
  document.documentElement.classList.toggle('dark', night());
  document.documentElement.classList.toggle('light', !night());
  document.documentElement.classList.toggle('still', still());
  document.documentElement.classList.toggle('symbols', settings.symbols);
  document.documentElement.lang = settings.language;
}

export function keepSettings(): void {
  $effect.root(() => {
    $effect(() => {
      dress();
      try {
        localStorage.setItem(KEY, JSON.stringify(settings));
      } catch {
        /* a private window may refuse; the choice then lasts for this page */
      }
    });
  });
  less.addEventListener('change', dress);
}
