/** Guests: games whose pages come with their own package, not with the house. Such a page is one plain module, `page/page.js` in
 * the game's folder, that the server hands out; what it exports is a `Guest`. It needs no build and no framework. */
import type { Chime } from '../app/voices';
import type { GameInfo } from '../lib/messages';
import type { Desk, Look, Round } from './kinds';
import type { Step } from './lesson';

/** What a guest's table is told, again and again: the desk as plain data, and the language of this device. */
export type Told = Omit<Desk, 'race' | 'raced' | 'aimed' | 'aim'> & { language: string };

export interface Guest {
  /** Its colours, its chime, and `picture`: the address of what is on its box. */
  look?: Partial<Omit<Look, 'Box' | 'routes'>> & { chime?: Chime };
  lesson?: Step[];
  /** Draws the table into an element. Without it the server's picture is shown. */
  mount?(target: HTMLElement, told: Told): { update(told: Told): void; destroy?(): void };
  /** Every move can be made on that table: no buttons are needed for them. */
  hands?: boolean;
  /** Everybody's name, and whose turn it is, is on that table too. */
  seats?: boolean;
  status?(view: unknown, options: Record<string, unknown>, seats: readonly string[]): string;
  rounds?(lines: readonly { event?: Record<string, unknown> | null }[], players: number): Round[];
}

let here: Record<string, Guest> = $state.raw({});
/** One that has come, by its key. */
export const guest = (key: string): Guest | undefined => here[key];
const coming = new Map<string, Promise<Guest | undefined>>();

/** Lets a game's own page in, if it has one; one that does not come, or breaks on its way, leaves the plain table. */
export function welcome({ key, page }: GameInfo): Promise<Guest | undefined> {
  if (!page) return Promise.resolve(undefined);
  const known = coming.get(key);
  if (known) return known;
  const arrives = import(/* @vite-ignore */ page).then(
    (came: Guest) => ((here = { ...here, [key]: came }), came),
    (wrong: unknown) => {
      coming.delete(key);
      console.warn(`The page of ${key} does not start: ${wrong}`);
      return undefined;
    },
  );
  coming.set(key, arrives);
  return arrives;
}
