/** The school's floor plan: the same file that the rules and the physics read. Centimetres, x right, y up. */
import data from '../../../../src/parlour/games/icecool/plan.json';

export type Rect = readonly [number, number, number, number];
export type Letter = 'P' | 'O' | 'T' | 'K';
export interface Point {
  x: number;
  y: number;
}
export interface Room {
  id: string;
  name: string;
  box: number;
  outer: Rect;
  inner: Rect;
  orange: Rect;
}
export interface Door {
  id: string;
  near: string;
  far: string;
  axis: 'x' | 'y';
  plane: number;
  opening: readonly [number, number];
  slot: Rect;
}
/** A block of wall: x0 y0 z0 x1 y1 z1. */
export interface Block {
  box: readonly [number, number, number, number, number, number];
  lintel: boolean;
  outer: boolean;
}

export const PLAN = data;
export const ROOMS = data.rooms as unknown as readonly Room[];
export const DOORS = data.doors as unknown as readonly Door[];
export const SIDE = data.outline[2]!;
export const HIGH = data.wall_height;
export const RADIUS = data.penguin.radius;
export const CIRCLE = data.red_circle;
export const LETTERS: readonly Letter[] = ['P', 'O', 'T', 'K'];
/** Colours as the views name them, by seat. */
export const COLOURS: readonly string[] = ['purple', 'orange', 'teal', 'pink'];
export const INK: Record<Letter, string> = { P: '#7C4FB5', O: '#D96A12', T: '#0E8087', K: '#D03D84' };

const ROOM = new Map(ROOMS.map((room) => [room.id, room]));
const DOOR = new Map(DOORS.map((door) => [door.id, door]));
export const room = (id: string): Room => ROOM.get(id)!;
export const door = (id: string): Door => DOOR.get(id)!;
export const letter = (colour: string): Letter => LETTERS[COLOURS.indexOf(colour)] ?? (colour as Letter);

export function middle(d: Door): Point {
  const along = (d.opening[0] + d.opening[1]) / 2;
  return d.axis === 'x' ? { x: d.plane, y: along } : { x: along, y: d.plane };
}
/** Where the posts of a door's frame stand along its wall. */
export const frame = ({ opening: [a, b] }: Door): [number, number][] => [
  [a - 1.5, a],
  [b, b + 1.5],
];
export const roomAt = (x: number, y: number): Room | undefined =>
  ROOMS.find((r) => x >= r.inner[0] && x <= r.inner[2] && y >= r.inner[1] && y <= r.inner[3]);

/** Every block of wall: the outer walls, the walls between rooms beside their doors, and the lintels. */
export function blocks(): Block[] {
  const [x0, y0, x1, y1] = data.outline as [number, number, number, number];
  const t = data.cardboard;
  const found: Block[] = [
    { box: [x0, y0, 0, x0 + t, y1, HIGH], lintel: false, outer: true },
    { box: [x1 - t, y0, 0, x1, y1, HIGH], lintel: false, outer: true },
    { box: [x0, y0, 0, x1, y0 + t, HIGH], lintel: false, outer: true },
    { box: [x0, y1 - t, 0, x1, y1, HIGH], lintel: false, outer: true },
  ];
  // Walls in one plane are one wall; its doors cut it.
  const planes = new Map<string, { axis: 'x' | 'y'; plane: number; low: number; high: number }>();
  for (const one of ROOMS)
    for (const other of ROOMS)
      for (const a of [0, 1] as const) {
        const b = (1 - a) as 0 | 1;
        const low = Math.max(one.outer[b], other.outer[b]);
        const high = Math.min(one.outer[b + 2]!, other.outer[b + 2]!);
        if (one.outer[a + 2] !== other.outer[a] || low >= high) continue;
        const axis = a === 0 ? 'x' : 'y';
        const plane = other.outer[a];
        const known = planes.get(`${axis}${plane}`);
        if (known) Object.assign(known, { low: Math.min(known.low, low), high: Math.max(known.high, high) });
        else planes.set(`${axis}${plane}`, { axis, plane, low, high });
      }
  for (const { axis, plane, low, high } of planes.values()) {
    const block = (from: number, to: number, bottom: number, lintel: boolean): Block => ({
      box: axis === 'x' ? [plane - t, from, bottom, plane + t, to, HIGH] : [from, plane - t, bottom, to, plane + t, HIGH],
      lintel,
      outer: false,
    });
    let at = low;
    for (const d of DOORS.filter((d) => d.axis === axis && d.plane === plane).sort((a, b) => a.opening[0] - b.opening[0])) {
      found.push(block(at, d.opening[0], 0, false), block(d.opening[0], d.opening[1], data.door_clear_height, true));
      at = d.opening[1];
    }
    found.push(block(at, high, 0, false));
  }
  return found;
}

/** Where the fish of a door hang, seen from above: three side by side, then on the other side of the wall. */
export function hooks(d: Door, count: number): (Point & { turn: number; aside: number })[] {
  const { x, y } = middle(d);
  return Array.from({ length: count }, (_, k) => {
    const row = Math.min(count - Math.floor(k / 3) * 3, 3);
    const along = ((k % 3) - (row - 1) / 2) * 1.75;
    const aside = (Math.floor(k / 3) % 2 ? -1 : 1) * (1 + Math.floor(k / 6));
    return d.axis === 'x'
      ? { x: x + aside * 1.55, y: y + along, turn: aside > 0 ? 0 : 180, aside }
      : { x: x + along, y: y + aside * 1.55, turn: aside > 0 ? 90 : 270, aside };
  });
}

export interface Ahead {
  kind: 'door' | 'wall' | 'penguin';
  id: string;
  distance: number;
}

/** What lies straight ahead of a penguin, for words and for the short line: a penguin, a door or a wall. */
export function ahead(from: Point, degrees: number, others: readonly (Point & { id: string })[] = []): Ahead {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  let best: Ahead = { kind: 'wall', id: '', distance: Infinity };
  for (const other of others) {
    const [dx, dy] = [other.x - from.x, other.y - from.y];
    const along = dx * c + dy * s;
    const off = Math.abs(dx * s - dy * c);
    const reach = along - Math.sqrt(Math.max(0, 4 * RADIUS * RADIUS - off * off));
    if (along > 0 && off < 2 * RADIUS && reach < best.distance)
      best = { kind: 'penguin', id: other.id, distance: Math.max(0, reach) };
  }
  for (const { box, lintel } of blocks()) {
    if (lintel) continue;
    const distance = hit(from, c, s, [box[0] - RADIUS, box[1] - RADIUS, box[3] + RADIUS, box[4] + RADIUS]);
    if (distance < best.distance) best = { kind: 'wall', id: roomAt(from.x, from.y)?.id ?? '', distance };
  }
  // A door counts when the penguin's middle goes through its opening before anything else is in the way.
  for (const d of DOORS) {
    const at = d.axis === 'x' ? (d.plane - from.x) / c : (d.plane - from.y) / s;
    const across = d.axis === 'x' ? from.y + at * s : from.x + at * c;
    if (!(at > 0.5) || across < d.opening[0] || across > d.opening[1]) continue;
    if (at < best.distance + 2 * RADIUS && (best.kind !== 'penguin' || at < best.distance))
      best = { kind: 'door', id: d.id, distance: at };
  }
  return best;
}

function hit(from: Point, c: number, s: number, rect: Rect): number {
  let [near, far] = [-Infinity, Infinity];
  for (const [at, by, low, high] of [
    [from.x, c, rect[0], rect[2]],
    [from.y, s, rect[1], rect[3]],
  ] as const) {
    if (Math.abs(by) < 1e-9) {
      if (at < low || at > high) return Infinity;
    } else {
      const [a, b] = [(low - at) / by, (high - at) / by];
      near = Math.max(near, Math.min(a, b));
      far = Math.min(far, Math.max(a, b));
    }
  }
  // Already against this wall: it only counts when the way leads into it.
  return near <= far && far > 1e-6 ? Math.max(0, near) : Infinity;
}
