/** A flick as the server recorded it: where every penguin was, 60 times a second, and everything between two frames. */
import type { FlickReport } from './messages';
import type { Letter } from './plan';
import { LETTERS } from './plan';

export const RATE = 60;
/** The last frame is the penguin set upright; that is shown gently. */
const SETTLE = 0.22;
const LENGTH = 0.005;
const VALUES = 7;

/** Middle of the base ball in centimetres, and a unit quaternion. */
export interface Pose {
  x: number;
  y: number;
  z: number;
  qx: number;
  qy: number;
  qz: number;
  qw: number;
}
/** Something that happened on the way, with its moment in seconds. */
export type Moment = FlickReport['events'][number];

export class Film {
  readonly seconds: number;
  constructor(
    readonly seats: readonly number[],
    private frames: number,
    private data: Int16Array,
    readonly moments: readonly Moment[] = [],
  ) {
    this.seconds = Math.max(0, frames - 2) / RATE + SETTLE;
  }

  has(seat: number): boolean {
    return this.seats.includes(seat);
  }

  /** Where a penguin is at a moment; before and after, where it stands. */
  pose(seat: number, seconds: number): Pose {
    if (this.frames < 2) return this.frame(seat, 0);
    const at = Math.max(seconds * RATE, 0);
    const f = Math.min(Math.floor(at), this.frames - 2);
    const share = f === this.frames - 2 ? Math.min(1, (at - f) / (SETTLE * RATE)) : at - f;
    return between(this.frame(seat, f), this.frame(seat, f + 1), share);
  }

  frame(seat: number, f: number): Pose {
    const k = this.seats.indexOf(seat) * VALUES * this.frames;
    const value = (v: number) => this.data[k + v * this.frames + f]!;
    const [w, x, y, z] = [value(3), value(4), value(5), value(6)];
    const size = Math.hypot(w, x, y, z) || 1;
    return {
      x: value(0) * LENGTH,
      y: value(1) * LENGTH,
      z: value(2) * LENGTH,
      qw: w / size,
      qx: x / size,
      qy: y / size,
      qz: z / size,
    };
  }

  get last(): number {
    return this.frames - 1;
  }

  /** The way of a penguin from above, in stretches on the floor and in the air. */
  way(seat: number, radius: number): { air: boolean; points: [number, number][] }[] {
    const out: { air: boolean; points: [number, number][] }[] = [];
    for (let f = 0; f < this.frames; f += 2) {
      const p = this.frame(seat, f);
      const air = p.z - radius > 0.3;
      const known = out.at(-1);
      if (known && known.air === air) known.points.push([p.x, p.y]);
      else out.push({ air, points: [...(known ? [known.points.at(-1)!] : []), [p.x, p.y]] });
    }
    const end = this.frame(seat, this.last);
    out.at(-1)?.points.push([end.x, end.y]);
    return out;
  }

  moved(seat: number): boolean {
    const [a, b] = [this.frame(seat, 0), this.frame(seat, this.last)];
    return Math.hypot(a.x - b.x, a.y - b.y) > 0.05 || this.way(seat, 1.75).some((part) => part.air);
  }
}

/** Straight between two places, the short way round between two turns. */
export function between(a: Pose, b: Pose, t: number): Pose {
  let dot = a.qw * b.qw + a.qx * b.qx + a.qy * b.qy + a.qz * b.qz;
  const sign = dot < 0 ? -1 : 1;
  dot = Math.abs(dot);
  let [u, v] = [1 - t, t * sign];
  if (dot < 0.9995) {
    const angle = Math.acos(dot);
    const sine = Math.sin(angle);
    [u, v] = [Math.sin((1 - t) * angle) / sine, (Math.sin(t * angle) / sine) * sign];
  }
  const q = { qw: a.qw * u + b.qw * v, qx: a.qx * u + b.qx * v, qy: a.qy * u + b.qy * v, qz: a.qz * u + b.qz * v };
  const size = Math.hypot(q.qw, q.qx, q.qy, q.qz) || 1;
  return {
    x: a.x + (b.x - a.x) * t,
    y: a.y + (b.y - a.y) * t,
    z: a.z + (b.z - a.z) * t,
    qw: q.qw / size,
    qx: q.qx / size,
    qy: q.qy / size,
    qz: q.qz / size,
  };
}

/** Reads a path as the server sends it: base64 of a head and the deflated differences from frame to frame. */
export async function develop(path: string, moments: readonly Moment[] = []): Promise<Film> {
  const bytes = Uint8Array.from(atob(path), (c) => c.charCodeAt(0));
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== 'ICE1') throw new Error('these bytes are no flight');
  const frames = bytes[4]! | (bytes[5]! << 8);
  const seats = LETTERS.map((_: Letter, seat) => seat).filter((seat) => (bytes[6]! >> seat) & 1);
  const inflated = new Blob([bytes.subarray(7)]).stream().pipeThrough(new DecompressionStream('deflate'));
  const data = new Int16Array(await new Response(inflated).arrayBuffer());
  for (let row = 0; row < seats.length * VALUES; row++)
    for (let f = 1; f < frames; f++) data[row * frames + f]! += data[row * frames + f - 1]!;
  return new Film(seats, frames, data, moments);
}
