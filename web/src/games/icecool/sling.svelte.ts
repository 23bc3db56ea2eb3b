/** The slingshot: pull back from anywhere, let go to flick. Returning cancels; Shift or a second finger makes it fine. */
import { pointOf } from '../../kit/place';
import type { Lens } from './School.svelte';
import type { Point } from './plan';

const DEAD = 14;
const FINE = 0.18;
/** A finger needs some way to be precise, however near the edge it began; and it stays this far inside. */
const SHORTEST = 48;
const EDGE = 10;

export interface Pull {
  aim: number;
  power: number;
}

export class Sling {
  pulling = $state(false);
  /** The finger has come back into the dead zone: letting go does nothing. */
  idle = $state(true);
  fine = $state(false);
  /** From the penguin back to the end of the band, in pixels, and how long it is at full power: what the eye sees. */
  band: { x: number; y: number; full: number } | null = $state.raw(null);
  /** Where the finger went down and is now, if that was not on the penguin. */
  away: { from: Point; to: Point } | null = $state.raw(null);
  private pointer = -1;
  private kind = '';
  private width = 0;
  private start = { x: 0, y: 0 };
  private now = { x: 0, y: 0 };
  private fixed = { x: 0, y: 0 };
  private from: Point = { x: 0, y: 0 };
  private onIt = false;
  private moved = false;
  private room = { left: 0, top: 0, right: 0, bottom: 0, full: 200 };

  /** A finger goes down: on the penguin the band is pulled itself, elsewhere by as much as the finger moves. */
  grab(event: PointerEvent, box: DOMRect, lens: Lens, at: Point): boolean {
    if (this.pulling) return false;
    const finger = pointOf(event);
    const here = { x: finger.x - box.left, y: finger.y - box.top };
    const foot = lens.project(at.x, at.y, 1.2);
    const near = Math.max(event.pointerType === 'touch' ? 40 : 30, lens.size(at.x, at.y) * 1.7);
    (event.target as Element).setPointerCapture(event.pointerId);
    const onIt = Math.hypot(here.x - foot.x, here.y - foot.y) <= near;
    Object.assign(this, {
      pointer: event.pointerId,
      kind: event.pointerType,
      width: innerWidth,
      pulling: true,
      idle: true,
      fine: event.shiftKey,
      start: onIt ? { x: foot.x, y: foot.y } : here,
      now: here,
      fixed: here,
      from: at,
      onIt,
      moved: false,
      band: null,
      away: null,
    });
    this.room = {
      left: -box.left + EDGE,
      top: -box.top + EDGE,
      right: innerWidth - box.left - EDGE,
      bottom: innerHeight - box.top - EDGE,
      full: Math.min(260, Math.max(120, 0.3 * Math.min(box.width, box.height))),
    };
    return true;
  }

  /** How long a pull this way is at full power: no longer than there is room on the screen. */
  private full(pull: Point): number {
    const length = Math.hypot(pull.x, pull.y);
    const till = (at: number, by: number, low: number, high: number): number =>
      Math.abs(by) < 1e-6 ? Infinity : ((by > 0 ? high : low) - at) / by;
    const { left, top, right, bottom, full } = this.room;
    const there = Math.min(till(this.start.x, pull.x / length, left, right), till(this.start.y, pull.y / length, top, bottom));
    return Math.min(full, Math.max(SHORTEST, there));
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
    this.moved ||= Math.hypot(raw.x - this.fixed.x, raw.y - this.fixed.y) > 5 || this.fine;
    this.idle = length < DEAD || !this.moved;
    this.away = this.onIt ? null : { from: this.start, to: raw };
    this.band = null;
    if (this.idle) return null;
    const full = this.full(pull);
    const power = Math.min(100, Math.max(1, Math.round((100 * (length - DEAD)) / (full - DEAD))));
    const share = Math.min(1, full / length);
    this.band = this.onIt ? { ...pull, full } : { x: pull.x * share, y: pull.y * share, full };
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

  /** Another finger is down: whether the one that pulls is gone, though nobody said so. The first of its kind is the only one. */
  isLost(event: PointerEvent): boolean {
    return this.pulling && event.isPrimary && event.pointerType === this.kind && event.pointerId !== this.pointer;
  }
  /** The screen is another one than that on which the pull began. */
  get isTurned(): boolean {
    return this.pulling && innerWidth !== this.width;
  }

  /** Let go; true if that is a flick. */
  release(): boolean {
    const go = this.pulling && !this.idle;
    this.cancel();
    return go;
  }
  cancel(): void {
    Object.assign(this, { pulling: false, idle: true, fine: false, pointer: -1, band: null, away: null });
  }
}
