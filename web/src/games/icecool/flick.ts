/** A flick as the finger means it, on the grid that the rules know; and the words for it. */
import { oneOf, t } from './words';
import type { Flick } from './messages';
import { ahead, room, type Point } from './plan';

export interface Aim {
  /** Degrees, 0 = right, counter-clockwise, in steps of 0.1. */
  aim: number;
  /** Percent, 1 to 100; 0 is no flick. */
  power: number;
  /** -1 left to 1 right, in steps of 0.1. */
  side: number;
  head: boolean;
}

export const norm = (degrees: number): number => (((Math.round(degrees * 10) / 10) % 360) + 360) % 360;
export const onGrid = ({ aim, power, side, head }: Aim): Flick => ({
  type: 'flick',
  aim: Math.round(norm(aim) * 10) / 10,
  power: Math.min(100, Math.max(1, Math.round(power))),
  side: Math.round(side * 10) / 10,
  height: head ? 'head' : 'body',
});

/** The flick that a number of the rules stands for. */
export function unpacked(number: number): Aim {
  const head = number % 2 === 1;
  number = Math.floor(number / 2);
  const side = (number % 21) / 10 - 1;
  number = Math.floor(number / 21);
  return { aim: Math.floor(number / 100) / 10, power: (number % 100) + 1, side: Math.round(side * 10) / 10, head };
}

/** Its number, as the log has it. */
export const packed = ({ aim, power, side, head }: Aim): number =>
  (((Math.round(aim * 10) % 3600) * 100 + power - 1) * 21 + Math.round(side * 10) + 10) * 2 + (head ? 1 : 0);

export const sideWords = (side: number): string =>
  side === 0 ? t('ice.middle') : t(side < 0 ? 'ice.left' : 'ice.right', { n: Math.round(Math.abs(side) * 100) });

/** What an eye would see at once: the direction, what lies ahead, the power, where the finger hits. */
export function aimWords(shown: Aim, from: Point, others: readonly (Point & { id: string })[]): string {
  const seen = ahead(from, shown.aim, others);
  const cm = Math.round(seen.distance);
  const there =
    seen.kind === 'door'
      ? t('ice.ahead.door', { door: seen.id, cm })
      : seen.kind === 'penguin'
        ? t('ice.ahead.penguin', { name: seen.id, cm })
        : t('ice.ahead.wall', { room: seen.id ? roomName(seen.id) : '', cm });
  return t('ice.aim.words', {
    degrees: String(Math.round(shown.aim * 10) / 10),
    ahead: there,
    power: Math.round(shown.power),
    side: sideWords(shown.side),
    height: t(shown.head ? 'ice.head' : 'ice.body'),
  });
}
export const roomName = (id: string): string => oneOf('ice.room', id) || room(id).name;
