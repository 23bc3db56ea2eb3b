/** One moment for each thing that happened on the gingham: cards are handed on, melts grow, actions strike, a day is counted. */
import { FACTS, type WestVanView } from './messages';
import type { Entry, Frame } from '../kinds';
import { PEOPLE, wordOf } from './cards';
import { began, counting, type Counted } from './days';
import type { WestVan } from './kinds';

/** What comes off the deck. */
const DRAWN = new Set<string | undefined>(['trayed', 'refilled', 'wasted', 'queued']);

const copy = (view: WestVanView): WestVanView => structuredClone(view);

export function frames(before: WestVanView, after: WestVanView, lines: Entry<WestVan>[], me: number | null): Frame<WestVan>[] {
  const out: Frame<WestVan>[] = [];
  let view = copy(before);
  let day: Counted | null = null;
  view.acting = [];

  const push = (line: Entry<WestVan>, hold: number, more: Partial<Frame<WestVan>> = {}) =>
    out.push({ view: copy(view), hold, lines: line.sentence ? [line] : [], effect: line.event, ...more });
  const lose = (seat: number, word: string | null) => {
    const freezer = view.freezers[seat]!;
    freezer.size--;
    const at = word === null ? -1 : freezer.cards.indexOf(word);
    if (at >= 0) freezer.cards.splice(at, 1);
  };
  const get = (seat: number, word: string | null) => {
    const freezer = view.freezers[seat]!;
    freezer.size++;
    if (word) freezer.cards.push(word);
  };
  const bin = (word: string | null) => word && view.discards.push(word);

  for (const [at, line] of lines.entries()) {
    const { event } = line;
    const seat = event && 'seat' in event ? event.seat : -1;
    const card = wordOf(event && 'card' in event ? event.card : null);
    const quick = seat === me;
    switch (event?.kind) {
      case 'day':
        day = null;
        view = {
          ...copy(after),
          acting: [],
          flights: after.flights.map(() => []),
          discards: [],
          tray: [],
          deck: after.deck + lines.slice(at).filter(({ event }) => DRAWN.has(event?.kind)).length,
          freezers: after.freezers.map((f, s) => ({ size: FACTS.freezer, cards: s === me ? f.cards : [] })),
        };
        push(line, 1000, { sound: 'bell' });
        break;
      case 'character':
        if (line.sentence) push(line, 1500, { sound: 'card' });
        break;
      case 'turn':
        view.current = seat;
        if (event.turn === 0) view.scooper = seat;
        push(line, 380);
        break;
      case 'trayed':
        view.deck = Math.max(0, view.deck - 1);
        view.tray = [...view.tray, card];
        push(line, quick ? 380 : 340, { sound: 'card' });
        break;
      case 'acted':
        view.action = card;
        push(line, 1600, { sound: 'bell' });
        break;
      case 'budged':
        view.clockwise = event.direction > 0;
        push(line, 1000);
        break;
      case 'switched':
        view.mode = event.mode ? 'self-serve' : 'delivery';
        push(line, 1100);
        break;
      case 'swapped':
        view.characters[event.one] = PEOPLE[event.taste_one ?? -1] ?? null;
        view.characters[event.two] = PEOPLE[event.taste_two ?? -1] ?? null;
        push(line, 1500);
        break;
      case 'binned':
        if (card !== 'burn' || view.freezers[seat]!.cards.includes('burn')) lose(seat, card);
        bin(card);
        push(line, 240, { sound: 'card' });
        break;
      case 'wasted':
      case 'queued':
        view.deck = Math.max(0, view.deck - 1);
        if (event.kind === 'wasted') bin(card);
        push(line, event.kind === 'wasted' ? 420 : 700);
        break;
      case 'refilled':
        view.deck = Math.max(0, view.deck - 1);
        get(seat, card);
        push(line, quick ? 260 : 160);
        break;
      case 'kept':
        view.tray = [];
        view.action = null;
        get(seat, card);
        bin(wordOf(event.other));
        push(line, quick ? 420 : 760, { sound: 'card' });
        break;
      case 'started':
        view.flights[seat]!.push({
          cone: wordOf(event.cone)!,
          scoops: [wordOf(event.scoop)!],
          topping: null,
          worth: null,
          liked: null,
        });
        lose(seat, wordOf(event.cone));
        lose(seat, wordOf(event.scoop));
        push(line, quick ? 600 : 1000, { sound: 'scoop' });
        break;
      case 'scooped':
      case 'topped': {
        const melt = view.flights[event.owner]?.[event.melt];
        const laid = wordOf(event.kind === 'scooped' ? event.scoop : event.topping)!;
        if (melt && event.kind === 'scooped') melt.scoops.push(laid);
        else if (melt) melt.topping = laid;
        if (melt) melt.worth = melt.liked = null;
        lose(seat, laid);
        push(line, quick ? 600 : 1000, { sound: 'scoop' });
        break;
      }
      case 'gave':
      case 'took':
        // Blindly: first the fan of backs, then what it was.
        if (event.kind === 'took' && event.taker === me)
          out.push({ view: copy(view), hold: 4000, read: true, effect: { kind: 'fan', giver: event.giver, card: event.card } });
        lose(event.giver, card);
        get(event.taker, card);
        push(line, 900, { sound: 'card' });
        break;
      case 'discarded':
        lose(seat, card);
        bin(card);
        push(line, quick ? 400 : 750, { sound: 'card' });
        break;
      case 'reshuffled':
        view.deck = event.cards;
        view.discards = [];
        push(line, 800, { sound: 'card' });
        break;
      case 'asked': {
        const holder = event.holder;
        if (holder >= 0) {
          lose(holder, 'burn');
          get(seat, 'burn');
        }
        push(line, 1200);
        break;
      }
      case 'day_over':
        day = began(event, copy(view).flights);
        push(line, 1400, { sound: 'bell', effect: { kind: 'day_end', counted: structuredClone(day) } });
        break;
      case 'left':
      case 'melted':
      case 'burned':
      case 'scored': {
        if (!day) break;
        counting(day, event);
        // The character is shown first, then what it makes of each melt.
        const counted = day.seats.find((s) => s.seat === seat)!;
        counted.taste ??=
          lines.flatMap((l) => (l.event?.kind === 'scored' && l.event.seat === seat ? [l.event.taste] : []))[0] ?? null;
        if (event.kind === 'scored') view.total[seat] = event.total;
        if (event.kind === 'left') {
          out.at(-1)!.lines!.push(line);
          break;
        }
        push(line, event.kind === 'scored' ? 1700 : 800, {
          read: true,
          sound: event.kind === 'melted' ? 'scoop' : undefined,
          effect: { kind: 'day_end', counted: structuredClone(day) },
        });
        break;
      }
      case 'fed':
      case 'spared':
      case 'purged':
        push(line, 'cards' in event && event.cards === 0 ? 200 : 800);
        break;
      case 'passed':
        push(line, quick ? 260 : 620);
        break;
      default:
        out.push({ view: copy(view), hold: 300, lines: [line] });
    }
  }
  // The count of the last day stays to be read.
  const last = out.findLast((frame) => frame.effect?.kind === 'day_end');
  if (last) Object.assign(last, { hold: last.hold + 2200, stop: true });
  out.push({ view: after, hold: 60 });
  return out;
}
