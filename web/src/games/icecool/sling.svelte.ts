/** The slingshot: pull back from the penguin, let go to flick. Returning cancels; Shift or a second finger makes it fine. */
import { pointOf } from '../../kit/place';
import type { Lens } from './School.svelte';
import type { Point } from './plan';

const DEAD = 14;
const FINE = 0.18;

export interface Pull {
  aim: number;
  power: number;
}

export class Sling {
  pulling = $state(false);
  /** The finger has come back into the dead zone: letting go does nothing. */
  idle = $state(true);
  fine = $state(false);
  private pointer = -1;
  private start = { x: 0, y: 0 };
  private now = { x: 0, y: 0 };
  private fixed = { x: 0, y: 0 };
  private from: Point = { x: 0, y: 0 };
  private full = 200;

  /** True if the finger is on the penguin: from here on the pull is captured. */
  grab(event: PointerEvent, box: DOMRect, lens: Lens, at: Point): boolean {
    const finger = pointOf(event);
    const [x, y] = [finger.x - box.left, finger.y - box.top];
    const foot = lens.project(at.x, at.y, 1.9);
    if (
      this.pulling ||
      Math.hypot(x - foot.x, y - foot.y) > Math.max(event.pointerType === 'touch' ? 40 : 30, lens.size(at.x, at.y) * 1.7)
    )
      return false;
    (event.target as Element).setPointerCapture(event.pointerId);
    Object.assign(this, {
      pointer: event.pointerId,
      pulling: true,
      idle: true,
      fine: event.shiftKey,
      start: { x, y },
      now: { x, y },
      fixed: { x, y },
      from: at,
    });
    this.full = Math.min(260, Math.max(120, 0.3 * Math.min(box.width, box.height)));
    return true;
  }

  /** The pull as it is now, or null inside the dead zone. */
  move(event: PointerEvent, box: DOMRect, lens: Lens): Pull | null {
    if (event.pointerId !== this.pointer) return null;
    const finger = pointOf(event);
    const raw = { x: finger.x - box.left, y: finger.y - box.top };
    this.refine(this.fine || event.shiftKey);
    this.now = raw;
    const used = this.fine
      ? { x: this.fixed.x + (raw.x - this.fixed.x) * FINE, y: this.fixed.y + (raw.y - this.fixed.y) * FINE }
      : raw;
    const pull = { x: used.x - this.start.x, y: used.y - this.start.y };
    const length = Math.hypot(pull.x, pull.y);
    this.idle = length < DEAD;
    if (this.idle) return null;
    const power = Math.min(100, Math.max(1, Math.round((100 * (length - DEAD)) / (this.full - DEAD))));
    return { aim: this.direction(lens, pull), power };
  }

  /** Where the pull points on the floor, seen through the camera. */
  private direction(lens: Lens, pull: Point): number {
    const foot = lens.project(this.from.x, this.from.y, 1.2);
    for (const share of [1, 0.4, 0.1, 0.02]) {
      const [a, b] = [lens.floor(foot.x, foot.y), lens.floor(foot.x + pull.x * share, foot.y + pull.y * share)];
      if (a && b && Math.hypot(b.x - a.x, b.y - a.y) < 200) return (Math.atan2(a.y - b.y, a.x - b.x) * 180) / Math.PI;
    }
    return 0;
  }

  /** Fine from here on, or no longer. */
  refine(fine: boolean): void {
    if (fine === this.fine) return;
    if (fine) this.fixed = { ...this.now };
    else
      this.start = {
        x: this.start.x + (this.now.x - this.fixed.x) * (1 - FINE),
        y: this.start.y + (this.now.y - this.fixed.y) * (1 - FINE),
      };
    this.fine = fine;
  }

  owns(event: PointerEvent): boolean {
    return this.pulling && event.pointerId === this.pointer;
  }

  /** Let go; true if that is a flick. */
  release(): boolean {
    const go = this.pulling && !this.idle;
    this.cancel();
    return go;
  }
  cancel(): void {
    Object.assign(this, { pulling: false, idle: true, fine: false, pointer: -1 });
  }
}
