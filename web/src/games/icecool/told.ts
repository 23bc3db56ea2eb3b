/** In words what the last flick brought, as the log tells it. */
import type { IcecoolDesk } from './kinds';

const TOLD = new Set<string | undefined>([
  'passed',
  'flew',
  'left',
  'fished',
  'caught',
  'did_task',
  'failed_task',
  'again',
  'returned',
  'rested',
  'restarted',
  'drew',
]);

/** Where in the log somebody flicked last; -1 if nobody has. */
export const lastFlick = (lines: IcecoolDesk['lines']): number => lines.findLastIndex((line) => line.event?.kind === 'flicked');

/** The sentences of that move; where a penguin came to rest is told of the one that was flicked. */
export function broughtBy(lines: IcecoolDesk['lines'], flick: number): string {
  if (flick < 0) return '';
  const { move, event } = lines[flick]!;
  const seat = event?.kind === 'flicked' ? event.seat : -1;
  return lines
    .slice(flick + 1)
    .filter(
      (line) => line.move === move && TOLD.has(line.event?.kind) && (line.event?.kind !== 'rested' || line.event.seat === seat),
    )
    .slice(0, 6)
    .map((line) => line.sentence)
    .join(' ');
}
