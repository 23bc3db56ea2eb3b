/** What somebody did, day by day, out of the log: what they built, laid on others' melts, handed on, threw away and asked. */
import type { Entry } from '../kinds';
import { PEOPLE, tasteOf, wordOf } from './cards';
import type { WestVan } from './kinds';
import type { Tastes } from './messages';

export type What = 'built' | 'spoilt' | 'onto' | 'passed' | 'threw' | 'asked';
export interface Deed {
  what: What;
  /** The cards that were seen; null is one that I could not see. */
  cards: (string | null)[];
  /** Whose melt, or who got it. */
  to: number | null;
}
export interface TrailDay {
  day: number;
  /** Who they were, once the day was counted. */
  person: Tastes | null;
  deeds: Deed[];
}

/** `tastes`: what is known of a seat's taste on the day that runs. Only a known taste can be spoilt for certain. */
export function trail(lines: readonly Entry<WestVan>[], seat: number, tastes: readonly (Tastes | null)[]): TrailDay[] {
  const days: TrailDay[] = [];
  const found: { deed: Deed; day: number }[] = [];
  const was: Record<number, (Tastes | null)[]> = {};
  const tell = (what: What, cards: (string | null)[], to: number | null = null) => {
    const today = days.at(-1) ?? begin(1);
    const deed = { what, cards, to };
    found.push({ deed, day: today.day });
    today.deeds.push(deed);
  };
  function begin(day: number): TrailDay {
    const fresh = { day, person: null, deeds: [] };
    days.push(fresh);
    return fresh;
  }
  for (const { event } of lines)
    switch (event?.kind) {
      case 'day':
        begin(event.day);
        break;
      case 'started':
        if (event.seat === seat) tell('built', [wordOf(event.cone), wordOf(event.scoop)]);
        break;
      case 'scooped':
      case 'topped': {
        const card = wordOf(event.kind === 'scooped' ? event.scoop : event.topping);
        if (event.seat === seat)
          tell(event.owner === seat ? 'built' : 'onto', [card], event.owner === seat ? null : event.owner);
        break;
      }
      case 'gave':
        if (event.giver === seat) tell('passed', [wordOf(event.card)], event.taker);
        break;
      case 'kept':
        if (event.seat === seat) tell('threw', [wordOf(event.other)]);
        break;
      case 'discarded':
        if (event.seat === seat) tell('threw', [wordOf(event.card)]);
        break;
      case 'asked':
        if (event.seat === seat) tell('asked', []);
        break;
      case 'scored': {
        const day = days.at(-1) ?? begin(1);
        (was[day.day] ??= [])[event.seat] = PEOPLE[event.taste] ?? null;
        if (event.seat === seat) day.person = PEOPLE[event.taste] ?? null;
        break;
      }
    }
  // What went onto somebody else's melt has spoilt it if they are known to dislike it.
  for (const { deed, day } of found)
    if (deed.what === 'onto' && tasteOf((was[day] ?? tastes)[deed.to!], deed.cards[0] ?? '') === 'no') deed.what = 'spoilt';
  return days;
}

/** Who was which character on an earlier day, as the counts told it. */
export function worn(lines: readonly Entry<WestVan>[]): Record<string, { seat: number; day: number }> {
  const found: Record<string, { seat: number; day: number }> = {};
  let day = 1;
  for (const { event } of lines) {
    if (event?.kind === 'day') day = event.day;
    const person = event?.kind === 'scored' ? PEOPLE[event.taste] : undefined;
    if (person && event?.kind === 'scored') found[person.name] = { seat: event.seat, day };
  }
  return found;
}
