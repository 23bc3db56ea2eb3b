/** Everybody sits under a sign and a colour, chosen apart, and a bot shows its face too. Whoever runs a table tells whose are whose. */
import { getContext, setContext } from 'svelte';
import { t } from '../app/words.svelte';
import type { Level } from '../net/kinds';

export const SIGNS = ['cherry', 'clover', 'moon', 'sun', 'bell', 'anchor', 'key', 'bow', 'feather', 'crown'] as const;
export const COLOURS = ['red', 'green', 'blue', 'amber', 'plum', 'teal', 'brown', 'pink', 'slate', 'olive'] as const;
const PAINTS = ['#C0213D', '#3A7236', '#2F4C93', '#9A5B00', '#7A3C8E', '#0F6C76', '#79481F', '#B83280', '#4E5D69', '#666311'];

export interface Look {
  sign?: number;
  colour?: number;
  /** How well it plays: only bots have one. */
  level?: Level | null;
}

export const charm = (look: Look): string => SIGNS[(look.sign ?? 0) % SIGNS.length]!;
/** What a sign is called; whoever has told no name goes by it. */
export const signName = (sign: number): string => t(`sign.${SIGNS[sign % SIGNS.length]!}`);
export const paint = (look: Look): string => PAINTS[(look.colour ?? 0) % PAINTS.length]!;

type Teller = (seat: number) => Look;
const KEY = Symbol('looks');
export const tellLooks = (teller: Teller): Teller => setContext(KEY, teller);
export const looks = (): Teller => getContext<Teller | undefined>(KEY) ?? ((seat) => ({ sign: seat, colour: seat }));

/** The four that play where no person does; the plain words for a strength mean one of them too. */
const SAME: Partial<Record<Level, Level>> = { easy: 'casual', medium: 'club', hard: 'master' };
export type Animal = 'beginner' | 'casual' | 'club' | 'master';
export const animal = (level: Level): Animal => (SAME[level] ?? level) as Animal;
/** What a bot is called for its strength: Duckling. */
export const kindOfBot = (level: Level | null | undefined): string => t(`animal.${animal(level ?? 'medium')}`);
