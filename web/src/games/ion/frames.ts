/** One moment for each thing that happened: a card travels, an action moves on, dice roll, a hand is counted. */
import type { IonView } from './messages';
import type { Line } from '../../lib/messages';
import type { Event, Frame } from '../kinds';
import { actionOf, DECK, shows } from './cards';

/** A duel as it is fought, longer than the rules need it: both sides, the numbers, every throw. */
export interface Fought {
  source: number;
  target: number;
  pair: number[];
  one?: number;
  throws: { seat: number; number: number }[];
  winner?: number;
}
/** The end of a hand, told in one piece. */
export interface HandOver {
  hand: number;
  winner: number;
  how: number;
  left: { seat: number; cards: number; points: number }[];
  scored: { seat: number; points: number; spoils: number; total: number }[];
}

const copy = (view: IonView): IonView => structuredClone(view);
const order = (a: string, b: string) => DECK.indexOf(a) - DECK.indexOf(b);

export function frames(before: IonView, after: IonView, lines: Line[], me: number | null): Frame<IonView>[] {
  // A race waits for nobody.
  if (after.race && !before.race) return [{ view: after, hold: 0, lines, sound: 'bell' }];
  const out: Frame<IonView>[] = [];
  let view = copy(before);
  let duel: Fought | null = before.duel ? { ...before.duel, throws: [] } : null;
  let over: HandOver | null = null;
  view.acting = [];
  view.race = null;
  view.drawn = null;

  const push = (line: Line, hold: number, more: Partial<Frame<IonView>> = {}) => {
    const event = line.event as Event | null;
    const effect = duel && event ? { ...event, duel: structuredClone(duel) } : event;
    out.push({ view: copy(view), hold, lines: line.sentence ? [line] : [], effect, ...more });
  };
  const lay = (seat: number, card: string) => {
    view.table = card;
    view.match = shows(card);
    view.sum = null;
    view.hand_sizes[seat]!--;
    if (seat === me) view.hand = view.hand.filter((held) => held !== card);
  };
  const get = (seat: number, card: unknown) => {
    view.hand_sizes[seat]!++;
    if (seat === me && typeof card === 'number') view.hand = [...view.hand, DECK[card]!].sort(order);
  };

  for (const [at, line] of lines.entries()) {
    const event = (line.event ?? { kind: '' }) as Event;
    const seat = event['seat'] as number;
    const card = typeof event['card'] === 'number' ? DECK[event['card']]! : '';
    const mine = seat === me;
    switch (event.kind) {
      case 'hand': {
        const deal = lines
          .slice(at)
          .filter((l) => l.event?.['kind'] === 'dealt' && l.event['seat'] === me && typeof l.event['card'] === 'number');
        view = {
          ...copy(after),
          acting: [],
          pending: null,
          duel: null,
          race: null,
          alive: after.alive.map(() => true),
          hand_sizes: after.hand_sizes.map(() => event['cards'] as number),
        };
        view.hand = deal.map((l) => DECK[l.event!['card'] as number]!).sort(order);
        const turned = lines.slice(at).find((l) => l.event?.['kind'] === 'turned_up')?.event?.['card'];
        if (typeof turned === 'number') {
          view.table = DECK[turned]!;
          view.match = shows(view.table);
        }
        push(line, 900, { sound: 'card' });
        break;
      }
      case 'dealt':
        break;
      case 'turned_up':
        view.table = card;
        view.match = shows(card);
        push(line, 600, { sound: 'card' });
        break;
      case 'played':
        view.pending = null;
        lay(seat, card);
        push(line, mine ? 320 : 620, { sound: 'card' });
        break;
      case 'drew':
        view.pile = Math.max(0, view.pile - 1);
        get(seat, event['card']);
        push(line, mine ? 300 : 340, { sound: 'card' });
        break;
      case 'reshuffled':
        view.pile = event['pile'] as number;
        push(line, 700, { sound: 'card' });
        break;
      case 'aimed':
        view.pending = {
          action: actionOf(event['action'] as number),
          source: event['source'] as number,
          target: event['target'] as number,
          can_block: false,
          can_shift: false,
        };
        push(line, 900);
        break;
      case 'blocked':
        lay(seat, card);
        push(line, 1000, { sound: 'card' });
        view.pending = null;
        break;
      case 'shifted':
        lay(seat, card);
        if (view.pending) view.pending = { ...view.pending, target: event['target'] as number };
        push(line, 1000, { sound: 'card' });
        break;
      case 'accepted':
        push(line, 420);
        view.pending = null;
        break;
      case 'rolled':
        push(line, 1150, { sound: 'die' });
        break;
      case 'challenged':
        push(line, 700);
        break;
      case 'picked_two':
        duel ??= { source: seat, target: before.pending?.target ?? seat, pair: [], throws: [] };
        duel.pair = [event['low'] as number, event['high'] as number];
        view.duel = { source: duel.source, target: duel.target, pair: duel.pair };
        push(line, 650);
        break;
      case 'picked_one':
        if (duel) duel.one = event['number'] as number;
        push(line, 750);
        break;
      case 'threw':
        duel?.throws.push({ seat, number: event['number'] as number });
        push(line, 1050, { sound: 'die' });
        break;
      case 'duel_won':
        if (duel) duel.winner = event['winner'] as number;
        push(line, 1800, { sound: 'bell', read: true });
        view.duel = duel = null;
        break;
      case 'gave':
        view.hand_sizes[seat]!--;
        if (mine && card) view.hand = view.hand.filter((held) => held !== card);
        push(line, 700, { sound: 'card' });
        break;
      case 'received':
        get(seat, event['card']);
        push(line, 900, { sound: 'card' });
        break;
      case 'set_aside':
        view.hand_sizes[seat] = 0;
        if (mine) view.hand = [];
        push(line, 600, { sound: 'card' });
        break;
      case 'put_under':
        view.pile += event['old'] as number;
        push(line, 500);
        break;
      case 'exchanged':
        view.hand_sizes[seat] = event['new'] as number;
        push(line, 600);
        break;
      case 'exploded':
        view.alive[seat] = false;
        view.hand_sizes[seat] = 0;
        if (mine) view.hand = [];
        if (view.mode === 'tournament') view.spoils_sizes[event['bomber'] as number]! += event['cards'] as number;
        push(line, 1700, { sound: 'topple' });
        break;
      case 'called':
        view.match = [event['number'] as number];
        push(line, 850);
        break;
      case 'slapped':
        push(line, 1000, { sound: 'card' });
        break;
      case 'hand_ended':
        view.pending = view.duel = duel = null;
        over = {
          hand: event['hand'] as number,
          winner: event['winner'] as number,
          how: event['how'] as number,
          left: [],
          scored: [],
        };
        out.push({
          view: copy(view),
          hold: view.mode === 'tournament' ? 3200 : 1600,
          read: true,
          stop: true,
          lines: [line],
          sound: 'bell',
          effect: { kind: 'hand_over', over },
        });
        break;
      case 'left_with':
      case 'scored':
        if (!over) break;
        if (event.kind === 'scored') over.scored.push(event as never);
        else over.left.push(event as never);
        out.at(-1)!.lines!.push(line);
        out.at(-1)!.hold += 450;
        break;
      case 'race':
      case 'answered':
      case 'lapsed':
        push(line, 500, { sound: event.kind === 'race' ? 'bell' : undefined });
        break;
      case 'kept':
      case 'passed':
      case 'skipped':
      case 'again':
        push(line, event.kind === 'kept' ? 300 : 800);
        break;
      default:
        out.push({ view: copy(view), hold: 300, lines: [line] });
    }
  }
  out.push({ view: after, hold: 60 });
  return out;
}
