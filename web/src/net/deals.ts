/** What this device keeps of the deals it takes part in: its own salts, and what it was shown before it opened them.
 *
 * A server could say one thing before the deal and another after it; a device that remembers finds out. It opens a salt once, for the
 * first list of commitments that it is shown, and never for another. The Python client does the same (parlour/client/deals.py). */
import { bondOf, commitmentOf } from '../app/sha256';
import type { Fairness, TableShown } from '../lib/messages';
import { random } from './api';

interface Seen {
  /** The first commitment to a seed that was shown for this match. */
  promised: string;
  /** The seats' commitments at the moment this device opened its salt. */
  bound?: string[];
}

const SALTS = 'parlour.salts';
const DEALS = 'parlour.deals';
const MOST = 200;

/** Kept by this browser, or by this page alone where the browser keeps nothing. */
const here = new Map<string, Record<string, unknown>>();
function read<T>(key: string): Record<string, T> {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, T>;
    return Array.isArray(kept) ? {} : kept;
  } catch {
    return (here.get(key) ?? {}) as Record<string, T>;
  }
}
function keep<T>(key: string, all: Record<string, T>): void {
  const newest = Object.fromEntries(Object.entries(all).slice(-MOST));
  here.set(key, newest);
  try {
    localStorage.setItem(key, JSON.stringify(newest));
  } catch {
    /* then this page alone remembers */
  }
}

/** A salt of this device for a fair shuffle. What is told of it is only what binds us to it. */
export function bond(): string {
  const salt = random(16);
  const bound = bondOf(salt);
  const all = read<string>(SALTS);
  delete all[bound];
  keep(SALTS, { ...all, [bound]: salt });
  return bound;
}

const at = (table: string, match: number): string => `${table}/${match}`;

/** Remember what is promised for the next deal, the first time that it is seen, and find the salts that are to be opened now. */
export function look(table: TableShown): string[] {
  const over = table.phase === 'over';
  const match = over ? table.match + 1 : table.match;
  const promise = over ? table.next_commitment : table.fairness.commitment;
  const deals = read<Seen>(DEALS);
  const seen = deals[at(table.id, match)];
  if (!promise) return [];
  if (!seen) keep(DEALS, { ...deals, [at(table.id, match)]: { promised: promise } });
  const dealing = table.dealing;
  if (!dealing) return [];
  const salts = read<string>(SALTS);
  const mine = [...new Set(dealing.commits)].filter((commit) => commit && salts[commit]);
  const known = seen ?? { promised: promise };
  if (!mine.length || known.promised !== dealing.commitment) return [];
  if (known.bound && known.bound.join() !== dealing.commits.join()) return [];
  if (!known.bound) keep(DEALS, { ...read<Seen>(DEALS), [at(table.id, match)]: { ...known, bound: dealing.commits } });
  return mine.map((commit) => salts[commit]!);
}

export interface Compared {
  /** The seed fits the promise that the server shows now. */
  seed: boolean;
  /** This device saw the same promise before the deal; null: it was not here then. */
  promised: boolean | null;
  /** The seats are bound as this device saw it when it opened its salt; null: it opened none. */
  bound: boolean | null;
  /** Every opened salt fits what bound its seat. */
  salts: boolean;
  /** The salt of this device is in the shuffle; null: it opened none. */
  mine: boolean | null;
  /** Seats that were bound and did not open their salt in time. */
  unopened: number[];
}

/** After the match: what was dealt from, beside what this device remembers. */
export function compare(table: string, match: number, fair: Fairness): Compared | null {
  if (!fair.seed) return null;
  const seen = read<Seen>(DEALS)[at(table, match)];
  const own = read<string>(SALTS);
  const salts = fair.salts ?? [];
  const commits = fair.commits ?? [];
  return {
    seed: commitmentOf(fair.seed) === fair.commitment,
    promised: seen ? seen.promised === fair.commitment : null,
    bound: seen?.bound ? seen.bound.join() === commits.join() : null,
    salts: commits.every((commit, seat) => !salts[seat] || bondOf(salts[seat]) === commit),
    mine: seen?.bound ? seen.bound.some((commit) => own[commit] && salts.includes(own[commit])) : null,
    unopened: commits.flatMap((commit, seat) => (commit && !salts[seat] ? [seat] : [])),
  };
}
