/** What happened at DOCE, moment by moment. */
import type { DoceView } from './messages';
import type { Line } from '../../lib/messages';
import type { Event, Frame } from '../kinds';
import { SQUARES } from './board';

export function frames(before: DoceView, after: DoceView, lines: Line[], me: number | null): Frame<DoceView>[] {
  const out: Frame<DoceView>[] = [];
  const view = structuredClone(before);
  let line_: string[] = [];
  const push = (hold: number, line: Line, more: Partial<Frame<DoceView>> = {}) =>
    out.push({ view: structuredClone(view), hold, lines: [line], ...more });
  const last = lines.at(-1)?.event?.['kind'] === 'finished';
  /** Points go onto the sheet and into the total in one moment. */
  const count = (seat: number, points: number) => {
    view.score[seat]! += points;
    view.earned[before.round - 1]![seat]! += points;
  };
  for (const line of lines) {
    const event = line.event as Event | null | undefined;
    const seat = event?.['seat'] as number;
    const square = SQUARES[event?.['square'] as number] ?? '';
    switch (event?.kind) {
      case 'placed':
        view.dice[square] = { seat, face: event['face'] as number };
        view.marks[seat] = square;
        view.dice_left[seat]!--;
        view.acting = [];
        view.threats = [{}, {}];
        push(seat === me ? 420 : 760, line, { sound: 'die', effect: { kind: 'placed', square } });
        break;
      case 'blocked':
        view.blocked = [...view.blocked, square];
        view.blocker_left[seat] = false;
        push(seat === me ? 300 : 800, line, { sound: 'card', effect: { kind: 'placed', square } });
        break;
      case 'passed':
        push(1200, line);
        break;
      case 'lined':
        line_ = (line.sentence.match(/[A-E][1-5]/g) ?? []).map((name) => name.toLowerCase());
        push(1500, line, { sound: 'bell', effect: { kind: 'lined', seat, squares: line_ } });
        break;
      case 'won': {
        count(seat, event['points'] as number);
        const empty = 25 - Object.keys(view.dice).length - view.blocked.length;
        push(6200, line, {
          sound: 'win',
          read: true,
          stop: true,
          effect: { ...event, squares: line_, empty, round: before.round, last },
        });
        break;
      }
      case 'drew':
        count(0, event['white'] as number);
        count(1, event['black'] as number);
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
