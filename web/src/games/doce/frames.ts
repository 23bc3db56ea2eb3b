/** What happened at DOCE, moment by moment. */
import type { DoceView } from './messages';
import type { Entry, Frame } from '../kinds';
import { SQUARES, windowOf } from './board';
import type { Doce } from './kinds';

export function frames(before: DoceView, after: DoceView, lines: Entry<Doce>[], me: number | null): Frame<Doce>[] {
  const out: Frame<Doce>[] = [];
  const view = structuredClone(before);
  let made: readonly string[] = [];
  const push = (hold: number, line: Entry<Doce>, more: Partial<Frame<Doce>> = {}) =>
    out.push({ view: structuredClone(view), hold, lines: [line], ...more });
  const last = lines.at(-1)?.event?.kind === 'finished';
  /** Points go onto the sheet and into the total in one moment. */
  const count = (seat: number, points: number) => {
    view.score[seat]! += points;
    view.earned[before.round - 1]![seat]! += points;
  };
  for (const line of lines) {
    const { event } = line;
    switch (event?.kind) {
      case 'placed': {
        const { seat, face } = event;
        const square = SQUARES[event.square]!;
        view.dice[square] = { seat, face };
        view.marks[seat] = square;
        view.dice_left[seat]!--;
        view.acting = [];
        view.threats = [{}, {}];
        view.open = [0, 0];
        push(seat === me ? 420 : 760, line, { sound: 'die', effect: { kind: 'placed', square } });
        break;
      }
      case 'blocked': {
        const square = SQUARES[event.square]!;
        view.blocked = SQUARES.filter((name) => name === square || view.blocked.includes(name));
        view.blocker_left[event.seat] = false;
        push(event.seat === me ? 300 : 800, line, { sound: 'card', effect: { kind: 'placed', square } });
        break;
      }
      case 'passed':
        push(1200, line);
        break;
      case 'lined':
        made = windowOf(event.window);
        push(1500, line, { sound: 'bell', effect: { kind: 'lined', seat: event.seat, squares: made } });
        break;
      case 'won':
        count(event.seat, event.points);
        push(6200, line, {
          sound: 'win',
          read: true,
          stop: true,
          effect: { ...event, squares: made, round: before.round, last },
        });
        break;
      case 'drew':
        count(0, event.white);
        count(1, event.black);
        push(5200, line, { read: true, stop: true, effect: { ...event, squares: [], round: before.round, last } });
        break;
      default:
        out.push({
          view: event?.kind === 'round' || event?.kind === 'finished' ? after : structuredClone(view),
          hold: 300,
          lines: [line],
        });
    }
  }
  out.push({ view: after, hold: 60 });
  return out;
}
