/** Lessons: a few positions on a real table, one idea each. What is allowed, and what comes of it, is the rules engine's. */
import type { Word } from '../app/words.svelte';

export interface LessonStep {
  text: Word;
  /** Without a position the match begins as usual. */
  position?: Record<string, unknown>;
  options?: Record<string, unknown>;
  players: number;
  /** The idea is shown when an event of this kind has happened; by default any own move will do. */
  until?: string;
}

const EMPTY = { to_move: 0 };
const NEAR = { to_move: 0, board: { a1: 'W4', b1: 'W3', d1: 'W2', b4: 'B5', d4: 'B1', e3: 'B6' }, marks: ['a1', 'e3'] };
const ZONE = { to_move: 0, board: { c3: 'W6', e1: 'B6' }, marks: ['c3', 'e1'] };
const DANGER = { to_move: 0, board: { a5: 'B4', b5: 'B3', d5: 'B4', a1: 'W6', e2: 'W5', c2: 'W6' }, marks: ['c2', 'a5'] };

export const LESSONS: Record<string, LessonStep[]> = {
  doce: [
    { text: 'learn.doce.1', position: EMPTY, players: 2, until: 'placed' },
    { text: 'learn.doce.2', position: ZONE, players: 2, until: 'placed' },
    { text: 'learn.doce.3', position: NEAR, players: 2, until: 'lined' },
    { text: 'learn.doce.4', position: DANGER, players: 2, until: 'blocked' },
  ],
  dokitto: [
    { text: 'learn.dokitto.1', players: 2, options: { first_lead: 0 }, until: 'led' },
    { text: 'learn.dokitto.2', players: 2, options: { first_lead: 1 }, until: 'took' },
    { text: 'learn.dokitto.3', players: 3, options: { first_lead: 0 }, until: 'scored' },
  ],
  ion: [{ text: 'learn.ion.1', players: 3, until: 'played' }, { text: 'learn.ion.2', players: 4, until: 'hand_ended' }],
  westvan: [{ text: 'learn.westvan.1', players: 2, until: 'started' }, { text: 'learn.westvan.2', players: 3, until: 'topped' }],
};
