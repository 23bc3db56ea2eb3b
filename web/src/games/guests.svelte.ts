/** Guests: games whose pages come with their own package, not with the house. Such a page is one plain module, `page/page.js` in
 * the game's folder, that the server hands out; what it exports is a `Guest`. It needs no build and no framework. */
import type { Chime } from '../app/voices';
import type { GameInfo } from '../lib/messages';
import type { Desk, Look, Round } from './kinds';
import type { Step } from './lesson';

/** What a guest's table is told, again and again: the desk as plain data, and the language of this device. */
export type Told = Omit<Desk, 'race' | 'raced' | 'aimed' | 'aim'> & { language: string };

/** Something of the house that a guest has put into an element: it is told what is new, and taken away. */
export interface Piece<Given> {
  update(now: Given): void;
  destroy(): void;
}

/** My cards, each with a name of its own: rows that fit, arrows that walk, a press that picks. */
export interface HandOf {
  cards: readonly string[];
  label: string;
  /** Draws a card; where cards lie on each other its left edge is seen. */
  face(card: string): Node;
  pick(card: string): void;
  /** Whether it can do something now. */
  ok?(card: string): boolean;
  picked?: string;
  /** A card's height in its widths; `--card` says how wide one is. */
  ratio?: number;
}

/** A row about a seat: its sign, its name, a note, what is shown of it, and what that comes to. */
export interface RowOf {
  seat: number;
  name: string;
  note?: string;
  content?: Node;
  sum?: string | number;
  plus?: boolean;
  mark?: '' | 'turn' | 'bad';
}

/** The pieces that a guest may draw with. */
export interface House {
  hand(target: HTMLElement, given: HandOf): Piece<HandOf>;
  row(target: HTMLElement, given: RowOf): Piece<RowOf>;
}

export interface Guest {
  /** Its colours, its chime, and `picture`: the address of what is on its box. */
  look?: Partial<Omit<Look, 'Box' | 'routes'>> & { chime?: Chime };
  /** The address of its style sheet: it is there before its table is. */
  style?: string;
  lesson?: Step[];
  /** Draws the table into an element. Without it the server's picture is shown. */
  mount?(target: HTMLElement, told: Told, house: House): { update(told: Told): void; destroy?(): void };
  /** What there is to do when it is my turn, and why. */
  prompt?(told: Told): { what?: string; why?: string };
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
