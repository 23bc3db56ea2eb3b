/** One moment for each thing that happened: a card travels, an action moves on, dice roll, a hand is counted. */
import { still } from '../../app/settings.svelte';
import type { IonView } from './messages';
import type { Entry, Frame } from '../kinds';
import { actionOf, DECK, shows } from './cards';
import type { Fought, HandOver, Ion } from './kinds';

/** How long a die is in the air, and how long mine waits for its tap. The server has thrown it already: nobody else waits. */
export const AIR = 640;
const TOSS = 3500;

const copy = (view: IonView): IonView => structuredClone(view);
const order = (a: string, b: string) => DECK.indexOf(a) - DECK.indexOf(b);

export function frames(before: IonView, after: IonView, lines: Entry<Ion>[], me: number | null): Frame<Ion>[] {
  // A race waits for nobody.
  if (after.race && !before.race) return [{ view: after, hold: 0, lines, sound: 'bell' }];
  const out: Frame<Ion>[] = [];
  let view = copy(before);
  let duel: Fought | null = before.duel ? { ...before.duel, throws: [] } : null;
  let over: HandOver | null = null;
  view.acting = [];
  view.race = null;
  view.drawn = null;

  const push = (line: Entry<Ion>, hold: number, more: Partial<Frame<Ion>> = {}) => {
    const { event } = line;
    const effect = duel && event ? { ...event, duel: structuredClone(duel) } : event;
    out.push({ view: copy(view), hold, lines: line.sentence ? [line] : [], effect, ...more });
  };
  /** The die first, then the words. */
  const roll = (line: Entry<Ion>, hold: number) => {
    const { event } = line;
    if (event && !still())
      out.push({
        view: copy(view),
        hold: AIR,
        effect: { ...event, rolling: true, ...(duel ? { duel: structuredClone(duel) } : {}) },
        sound: 'die',
      });
    push(line, hold, still() ? { sound: 'die' } : {});
  };
  const lay = (seat: number, card: string) => {
    view.table = card;
    view.match = shows(card);
    view.sum = null;
    view.hand_sizes[seat]!--;
    if (seat === me) view.hand = view.hand.filter((held) => held !== card);
  };
  const get = (seat: number, card: number | null) => {
    view.hand_sizes[seat]!++;
    if (seat === me && card !== null) view.hand = [...view.hand, DECK[card]!].sort(order);
  };

  for (const [at, line] of lines.entries()) {
    const { event } = line;
    const seat = event && 'seat' in event ? event.seat : -1;
    const card = event && 'card' in event && event.card !== null ? DECK[event.card]! : '';
    const mine = seat === me;
    switch (event?.kind) {
      case 'hand': {
        const rest = lines.slice(at).flatMap((l) => l.event ?? []);
        const deal = rest.flatMap((e) => (e.kind === 'dealt' && e.seat === me && e.card !== null ? [DECK[e.card]!] : []));
        view = {
          ...copy(after),
          acting: [],
          pending: null,
          duel: null,
          race: null,
          alive: after.alive.map(() => true),
          hand_sizes: after.hand_sizes.map(() => event.cards),
        };
        view.hand = deal.sort(order);
        const turned = rest.find((e) => e.kind === 'turned_up');
        if (turned) {
          view.table = DECK[turned.card]!;
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
        get(seat, event.card);
        push(line, mine ? 300 : 340, { sound: 'card' });
        break;
      case 'reshuffled':
        view.pile = event.pile;
        push(line, 700, { sound: 'card' });
        break;
      case 'aimed':
        view.pending = {
          action: actionOf(event.action),
          source: event.source,
          target: event.target,
          can_block: false,
          can_shift: false,
          cards: null,
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
        if (view.pending) view.pending = { ...view.pending, target: event.target };
        push(line, 1000, { sound: 'card' });
        break;
      case 'accepted':
        push(line, 420);
        view.pending = null;
        break;
      case 'rolled':
        roll(line, 900);
        break;
      case 'challenged':
        push(line, 700);
        break;
      case 'picked_two':
        duel ??= { source: seat, target: before.pending?.target ?? seat, pair: [], throws: [] };
        duel.pair = [event.low, event.high];
        view.duel = { source: duel.source, target: duel.target, pair: duel.pair };
        push(line, 650);
        break;
      case 'picked_one':
        if (duel) duel.one = event.number;
        push(line, 750);
        break;
      case 'threw':
        if (duel && mine)
          out.push({ view: copy(view), hold: TOSS, read: true, effect: { kind: 'toss', duel: structuredClone(duel) } });
        duel?.throws.push({ seat, number: event.number });
        roll(line, 700);
        break;
      case 'duel_won':
        if (duel) duel.winner = event.winner;
        push(line, 1800, { sound: 'bell', read: true });
        view.duel = duel = null;
        break;
      case 'gave':
        view.hand_sizes[seat]!--;
        if (mine && card) view.hand = view.hand.filter((held) => held !== card);
        push(line, 700, { sound: 'card' });
        break;
      case 'received':
        get(seat, event.card);
        push(line, 900, { sound: 'card' });
        break;
      case 'set_aside':
        view.hand_sizes[seat] = 0;
        if (mine) view.hand = [];
        push(line, 600, { sound: 'card' });
        break;
      case 'put_under':
        view.pile += event.old;
        push(line, 500);
        break;
      case 'exchanged':
        view.hand_sizes[seat] = event.new;
        push(line, 600);
        break;
      case 'exploded':
        view.alive[seat] = false;
        view.hand_sizes[seat] = 0;
        if (mine) view.hand = [];
        if (view.mode === 'tournament') view.spoils_sizes[event.bomber]! += event.cards;
        push(line, 1700, { sound: 'topple' });
        break;
      case 'called':
        view.match = [event.number];
        push(line, 850);
        break;
      case 'slapped':
        // It lies under my hand now.
        if (mine && event.fits) view.hand = view.hand.filter((held) => held !== card);
        push(line, 1000, { sound: 'bump', buzz: [30] });
        break;
      case 'hand_ended':
        view.pending = view.duel = duel = null;
        over = {
          hand: event.hand,
          winner: event.winner,
          how: event.how,
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
        if (event.kind === 'scored') over.scored.push(event);
        else over.left.push(event);
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
