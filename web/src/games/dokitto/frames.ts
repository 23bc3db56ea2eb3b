/** What happened at Dokitto, moment by moment. */
import type { DokittoView, Trick } from '../../lib/games/dokitto';
import type { Line } from '../../lib/messages';
import type { Event, Frame } from '../kinds';
import { cardOf, LETTERS, numberOf } from './flavours';

const copy = (view: DokittoView): DokittoView => structuredClone(view);

/** Who is ahead: the highest of one flavour, or the lowest of a mixed trick; of two equal ones the later. */
function ahead(trick: Omit<Trick, 'winner' | 'mixed'>, players: number): Trick {
  const order = Array.from({ length: players }, (_, k) => (trick.leader + k) % players).filter((seat) => trick.cards[seat]);
  const mixed = new Set(order.map((seat) => trick.cards[seat]![0])).size > 1;
  let winner = order[0] ?? null;
  for (const seat of order.slice(1)) {
    const [a, b] = [numberOf(trick.cards[seat]!), numberOf(trick.cards[winner!]!)];
    if (mixed ? a <= b : a > b) winner = seat;
  }
  return { ...trick, winner, mixed };
}

export function frames(before: DokittoView, after: DokittoView, lines: Line[], me: number | null): Frame<DokittoView>[] {
  const out: Frame<DokittoView>[] = [];
  let view = copy(before);
  let points: { seat: number; points: number; total: number }[] = [];
  const push = (hold: number, line: Line | undefined, more: Partial<Frame<DokittoView>> = {}) => {
    out.push({ view: copy(view), hold, lines: line ? [line] : [], ...more });
  };
  for (const line of lines) {
    const event = line.event as Event | null | undefined;
    const seat = event?.['seat'] as number;
    switch (event?.kind) {
      case 'led':
      case 'followed':
      case 'discarded': {
        const card = cardOf(event['card'] as number);
        const trick = event.kind === 'led' || !view.trick ? { leader: seat, cards: {} } : view.trick;
        view.trick = ahead({ leader: trick.leader, cards: { ...trick.cards, [seat]: card } }, view.players);
        view.hand_sizes[seat]!--;
        if (seat === me) view.hand = view.hand.filter((held) => held !== card);
        view.acting = [];
        push(seat === me ? 380 : 640, line, { sound: 'card' });
        break;
      }
      case 'highest':
      case 'lowest':
        if (view.trick) view.trick = { ...view.trick, winner: seat };
        push(1050, line, { effect: { kind: 'won', seat, how: event.kind } });
        break;
      case 'took': {
        const letter = LETTERS[event['flavour'] as number]!;
        view.trick = null;
        view.cones[seat] = [...view.cones[seat]!, letter];
        const tub = view.tubs[letter];
        if (tub) view.tubs[letter] = { ...tub, left: tub.left - 1 };
        view.choosing = false;
        push(820, line, { sound: 'scoop', effect: { kind: 'took', seat, letter } });
        break;
      }
      case 'starred': {
        const letter = LETTERS[event['flavour'] as number]!;
        view.toppings[seat] = [...view.toppings[seat]!, letter];
        const tub = view.tubs[letter];
        if (tub) view.tubs[letter] = { ...tub, topping: false };
        push(900, line, { sound: 'bell', effect: { kind: 'starred', seat, letter } });
        break;
      }
      case 'toppled':
        view.trick = null;
        push(1900, line, { sound: 'topple', effect: { kind: 'toppled', seat } });
        break;
      case 'scored': {
        points.push({ seat, points: event['points'] as number, total: event['total'] as number });
        view.score[seat] = event['total'] as number;
        view.trick = null;
        const last = points.length === view.players;
        if (last) {
          push(3200, line, { effect: { kind: 'scored', round: before.round, points } });
          points = [];
        } else out.at(-1)?.lines?.push(line);
        break;
      }
      default:
        out.push({ view: event?.kind === 'round' || event?.kind === 'finished' ? after : copy(view), hold: 300, lines: [line] });
    }
  }
  out.push({ view: after, hold: 60 });
  return out;
}
