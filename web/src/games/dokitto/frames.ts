/** What happened at Dokitto, moment by moment. */
import type { DokittoView, Trick } from './messages';
import type { Entry, Frame } from '../kinds';
import { cardOf, LETTERS } from './flavours';
import type { Dokitto, RoundEnd, RoundRow } from './kinds';

/** How long a tower takes to fall, and how a phone feels it. */
export const TOPPLE = 2300;
const SHAKE = [0, 380, 25, 190, 35, 190, 45, 260, 180];

const copy = (view: DokittoView): DokittoView => structuredClone(view);

export function frames(before: DokittoView, after: DokittoView, lines: Entry<Dokitto>[], me: number | null): Frame<Dokitto>[] {
  const out: Frame<Dokitto>[] = [];
  const view = copy(before);
  let points: RoundRow[] = [];
  let counted: Entry<Dokitto>[] = [];
  let last: Trick | null = null;
  let why: string[] = [];
  const push = (hold: number, line: Entry<Dokitto> | undefined, more: Partial<Frame<Dokitto>> = {}) => {
    out.push({ view: copy(view), hold, lines: line ? [line] : [], ...more });
  };
  /** Who is ahead with a card: the table says it of a whole trick and of the last card that lies there. */
  const ahead = (at: number): { winner: number | null; mixed: boolean } => {
    for (const { event } of lines.slice(at + 1))
      switch (event?.kind) {
        case 'highest':
        case 'lowest':
        case 'later':
          return { winner: event.seat, mixed: event.kind !== 'highest' };
        case 'led':
        case 'followed':
        case 'discarded':
          return { winner: null, mixed: false };
      }
    return { winner: after.trick?.winner ?? null, mixed: after.trick?.mixed ?? false };
  };
  for (const [at, line] of lines.entries()) {
    const { event } = line;
    switch (event?.kind) {
      case 'led':
      case 'followed':
      case 'discarded': {
        const { seat } = event;
        const card = cardOf(event.card);
        const trick = event.kind === 'led' || !view.trick ? { leader: seat, cards: {} } : view.trick;
        view.trick = { leader: trick.leader, cards: { ...trick.cards, [seat]: card }, ...ahead(at) };
        view.hand_sizes[seat]!--;
        if (seat === me) view.hand = view.hand.filter((held) => held !== card);
        view.acting = [];
        push(seat === me ? 380 : 640, line, { sound: 'card' });
        break;
      }
      case 'highest':
      case 'lowest':
      case 'later':
        if (view.trick) last = view.trick = { ...view.trick, winner: event.seat };
        why = [line.sentence];
        // That the later of two equal cards wins is news to many: time to read it.
        push(event.kind === 'later' ? 2600 : 1050, line, {
          read: event.kind === 'later',
          effect: { kind: 'won', seat: event.seat },
        });
        break;
      case 'took': {
        const { seat } = event;
        const letter = LETTERS[event.flavour]!;
        view.trick = null;
        view.cones[seat] = [...view.cones[seat]!, letter];
        const tub = view.tubs[letter];
        if (tub) view.tubs[letter] = { ...tub, left: tub.left - 1 };
        view.choosing = false;
        push(820, line, { sound: 'scoop', effect: { kind: 'took', seat, letter } });
        break;
      }
      case 'starred': {
        const { seat } = event;
        const letter = LETTERS[event.flavour]!;
        view.toppings[seat] = [...LETTERS].filter((one) => one === letter || view.toppings[seat]!.includes(one));
        const tub = view.tubs[letter];
        if (tub) view.tubs[letter] = { ...tub, topping: false };
        push(900, line, { sound: 'bell', effect: { kind: 'starred', seat, letter } });
        break;
      }
      case 'toppled':
        view.toppled = event.seat;
        view.trick = null;
        why.push(line.sentence);
        push(TOPPLE, line, {
          sound: 'topple',
          buzz: SHAKE,
          effect: { kind: 'toppled', seat: event.seat, letter: last?.cards[event.seat]?.[0] ?? '' },
        });
        break;
      case 'scored': {
        counted.push(line);
        points.push({ seat: event.seat, points: event.points, total: event.total });
        view.score[event.seat] = event.total;
        view.trick = null;
        if (points.length < view.players) break;
        const end: RoundEnd = {
          kind: 'scored',
          round: before.round,
          points,
          trick: last,
          why: view.toppled === null ? [] : why,
          last: lines.at(-1)?.event?.kind === 'finished',
        };
        push(view.toppled === null ? 5200 : 7200, undefined, { read: true, stop: true, lines: counted, effect: end });
        points = [];
        counted = [];
        break;
      }
      default:
        out.push({
          view: event?.kind === 'round' || event?.kind === 'finished' ? after : copy(view),
          hold: 300,
          lines: [line],
        });
    }
  }
  out.push({ view: after, hold: 60 });
  return out;
}
