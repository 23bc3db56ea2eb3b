/** How my last matches against bots went, so that "Play now" seats bots whom I can beat and who can beat me. Kept on this device alone. */
import type { GameInfo } from '../lib/messages';
import type { Level } from './kinds';

interface Ended {
  /** Table and match, so that a result that is looked at again counts once. */
  match: string;
  level: Level;
  players: number;
  won: boolean;
}
/** Why a level is offered: nothing is known yet, two victories, a row of defeats, or it fitted so far. */
export type Why = 'first' | 'won' | 'lost' | 'same';
export interface Fit {
  level: Level;
  why: Why;
}

const KEY = 'parlour.form';
const KEPT = 12;

function all(): Record<string, Ended[]> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return kept && typeof kept === 'object' ? (kept as Record<string, Ended[]>) : {};
  } catch {
    return {};
  }
}

/** What is known of a game; what somebody else wrote there is forgotten. */
const of = (game: GameInfo): Ended[] => {
  const list = all()[game.key];
  return Array.isArray(list) ? list.filter((one) => one && game.levels.includes(one.level) && one.players > 1) : [];
};

export function remember(game: GameInfo, ended: Ended): void {
  if (!game.levels.includes(ended.level)) return;
  const list = of(game).filter((one) => one.match !== ended.match);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [game.key]: [...list, ended].slice(-KEPT) }));
  } catch {
    // A device that keeps nothing starts gently every time.
  }
}

/** The level that fits: the gentlest at first and after a lost first match, then one up after two victories, one down after a row of defeats.
 *  At a table of four somebody else wins three times of four, so as many matches are looked at as there are players. */
export function fitting(game: GameInfo): Fit {
  const list = of(game);
  const last = list.at(-1);
  const gentlest = game.levels[0] ?? 'medium';
  if (!last) return { level: gentlest, why: 'first' };
  const at = game.levels.indexOf(last.level);
  if (list.length === 1 && !last.won && at > 0) return { level: gentlest, why: 'lost' };
  const other = list.findLastIndex((one) => one.level !== last.level);
  const recent = list.slice(other + 1).slice(-last.players);
  const up = game.levels[at + 1];
  const down = game.levels[at - 1];
  if (up && last.won && recent.filter((one) => one.won).length >= 2) return { level: up, why: 'won' };
  if (down && recent.length === last.players && !recent.some((one) => one.won)) return { level: down, why: 'lost' };
  return { level: last.level, why: 'same' };
}
