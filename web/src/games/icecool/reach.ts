/** The way of a flick up to its first contact, as an eye would guess it: the recorded shape of a free slide, curve or hop. */
import data from '../../../../src/parlour/games/icecool/shapes.json';
import type { Aim } from './flick';
import { blocks, HIGH, PLAN, RADIUS, SIDE, type Point } from './plan';

export interface Step extends Point {
  z: number;
}
export interface Reach {
  points: Step[];
  /** What is touched first, and where the penguin is then; null where it comes to rest before. */
  contact: (Point & { what: string | null }) | null;
}
type Way = readonly (readonly number[])[];

const STEP = 0.5;
const APART = 2.4;
const WALLS = blocks();
/** So far below its rim a round foot still clears a wall. */
const FOOT = 1.38;
const UNDER = PLAN.door_clear_height - PLAN.penguin.height;

/** The shape of a flick between those that were recorded. */
function shape({ power, side, head }: Aim): Step[] {
  const ways = data.ways[head ? 1 : 0]! as readonly (readonly Way[])[];
  const mix = (list: readonly number[], at: number): [number, number, number] => {
    const high = Math.max(
      1,
      list.findIndex((value) => value >= at),
    );
    return [high - 1, high, Math.min(1, Math.max(0, (at - list[high - 1]!) / (list[high]! - list[high - 1]!)))];
  };
  const [a, b, s] = mix(data.sides, Math.abs(side) * 10);
  const [c, d, p] = mix(data.powers, power);
  return ways[a]![c]!.map((_, k) => {
    const value = (n: number): number => {
      const at = (i: number, j: number) => ways[i]![j]![k]![n]!;
      return (at(a, c) * (1 - p) + at(a, d) * p) * (1 - s) + (at(b, c) * (1 - p) + at(b, d) * p) * s;
    };
    return { x: value(0), y: Math.sign(side || 1) * value(1), z: value(2) };
  });
}

/** Where it goes among walls and others, dot by dot. */
export function reach(aim: Aim, from: Point, others: readonly (Point & { id: string })[]): Reach {
  const [cos, sin] = [Math.cos((aim.aim * Math.PI) / 180), Math.sin((aim.aim * Math.PI) / 180)];
  const way = shape(aim).map(({ x, y, z }) => ({ x: from.x + cos * x - sin * y, y: from.y + sin * x + cos * y, z }));
  const points: Step[] = [];
  let [walked, due, before] = [0, 2.9, { ...from, z: 0 }];
  for (let k = 1; k < way.length; k++) {
    const [a, b] = [way[k - 1]!, way[k]!];
    const steps = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / STEP));
    for (let i = 1; i <= steps; i++) {
      const share = i / steps;
      const now = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, z: a.z + (b.z - a.z) * share };
      const met = meets(before, now, others);
      if (met !== undefined) return { points, contact: { ...before, what: met } };
      walked += Math.hypot(now.x - before.x, now.y - before.y);
      before = now;
      if (Math.min(now.x, now.y) < 0 || Math.max(now.x, now.y) > SIDE) return { points, contact: null };
      if (walked >= due) {
        points.push(now);
        due += APART;
      }
    }
  }
  return { points, contact: null };
}

/** Who is touched on the way from one point to the next: a name, null for a wall, undefined for nobody. */
function meets(before: Step, now: Step, others: readonly (Point & { id: string })[]): string | null | undefined {
  const nearer = (x: number, y: number, least: number): boolean => {
    const gap = Math.hypot(now.x - x, now.y - y);
    return gap < least && gap < Math.hypot(before.x - x, before.y - y);
  };
  if (now.z < PLAN.penguin.height) for (const other of others) if (nearer(other.x, other.y, 2 * RADIUS)) return other.id;
  if (now.z > HIGH - FOOT) return;
  for (const { box, lintel } of WALLS) {
    if (lintel && now.z < UNDER) continue;
    if (nearer(Math.min(Math.max(now.x, box[0]), box[3]), Math.min(Math.max(now.y, box[1]), box[4]), RADIUS - 0.05))
      return null;
  }
}
