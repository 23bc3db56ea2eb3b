/** Asks the physics beside the page where a flick would go; only the newest question counts. */
import type { Model } from './messages';
import { api } from '../../net/api';
import type { Aim } from './flick';
import { PLAN, type Point } from './plan';

export interface Ask {
  key: string;
  model: Model;
  /** Everybody on the board, in the order of the seats, and which of them is flicked. */
  poses: [number, number][];
  actor: number;
  aim: Aim;
  /** The edge of the school in centimetres. */
  size: number;
}
export type Way = { key: string; points: [number, number][] } | { key: string; trouble: string };

const APART = 1.3;

export class Seer {
  private worker = new Worker(new URL('./exact.worker.ts', import.meta.url), { type: 'module' });
  private model = api.model<Model>('icecool');
  private busy = false;
  private next: Ask | null = null;

  /** `seen` is told the way of a question that was asked, `failed` that there will be none. */
  constructor(seen: (key: string, points: Point[]) => void, failed: () => void) {
    this.worker.onerror = failed;
    this.model.catch(failed);
    this.worker.onmessage = ({ data }: MessageEvent<Way>) => {
      this.busy = false;
      if ('trouble' in data) return failed();
      seen(data.key, thinned(data.points));
      if (this.next) this.send(this.next);
    };
  }

  async ask(key: string, seats: readonly (Point | null)[], seat: number, aim: Aim): Promise<void> {
    const there = seats.flatMap((p, k) => (p ? [{ k, pose: [p.x, p.y] as [number, number] }] : []));
    const asked: Ask = {
      key,
      model: await this.model,
      poses: there.map(({ pose }) => pose),
      actor: there.findIndex(({ k }) => k === seat),
      aim,
      size: PLAN.outline[2]!,
    };
    if (this.busy) this.next = asked;
    else this.send(asked);
  }
  private send(asked: Ask): void {
    this.next = null;
    this.busy = true;
    this.worker.postMessage(asked);
  }
  close(): void {
    this.worker.terminate();
  }
}

/** Dots at equal distances, and the end itself. */
function thinned(points: readonly [number, number][]): Point[] {
  const out: Point[] = [];
  let [walked, due] = [0, 2.9];
  for (let k = 1; k < points.length; k++) {
    const [[ax, ay], [bx, by]] = [points[k - 1]!, points[k]!];
    const stretch = Math.hypot(bx - ax, by - ay);
    for (; due < walked + stretch; due += APART)
      out.push({ x: ax + ((due - walked) / stretch) * (bx - ax), y: ay + ((due - walked) / stretch) * (by - ay) });
    walked += stretch;
  }
  const [x, y] = points.at(-1)!;
  return [...out, { x, y }];
}
