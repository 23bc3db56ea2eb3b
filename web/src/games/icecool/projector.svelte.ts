/** Runs a film: keeps its clock, tells where everybody is, and where each penguin looks when it has come to rest. */
import type { Film, Pose } from './film';
import { LETTERS, RADIUS, type Letter } from './plan';
import type { Reel } from './reel';

const UPRIGHT: Pick<Pose, 'qx' | 'qy' | 'qz' | 'qw'> = { qx: 0, qy: 0, qz: 0, qw: 1 };
export const standing = (x: number, y: number): Pose => ({ x, y, z: RADIUS, ...UPRIGHT });
const yaw = ({ qw, qx, qy, qz }: Pose): number =>
  (Math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz)) * 180) / Math.PI;

export class Projector {
  /** The film that runs or has just run. */
  film: Film | undefined = $state.raw();
  reel: Reel | undefined = $state.raw();
  running = $state(false);
  seconds = $state(0);
  slow = $state(false);
  /** Where each penguin looks at rest, in degrees; kept for the eye only. */
  headings: number[] = [-90, -90, -90, -90];
  private starts: number[] = [-90, -90, -90, -90];
  private to = 0;
  private speed = 1;
  private before = 0;
  private asked = 0;
  private key = '';
  /** Told when something is hit on the way: who, where, and how fast in cm/s. */
  onhit: (seat: number, at: Pose, speed: number) => void = () => undefined;
  /** Told at every picture. */
  onframe: () => void = () => undefined;

  heading(seat: number): number {
    return this.running ? this.starts[seat]! : this.headings[seat]!;
  }

  /** Begins a film, or goes on with it if it runs already. */
  async show(reel: Reel, from: number, to: number, speed: number, slow = false, facing?: number): Promise<void> {
    const key = `${reel.id}/${from}/${to}/${speed}`;
    if (this.key === key) return;
    this.key = key;
    const film = await reel.film;
    if (this.key !== key) return;
    if (this.reel?.id !== reel.id) {
      this.starts = [...this.headings];
      if (facing !== undefined) this.starts[reel.seat] = facing;
    }
    Object.assign(this, { film, reel, seconds: from, to, speed, slow, running: true, before: performance.now() });
    cancelAnimationFrame(this.asked);
    this.tick(performance.now());
  }

  /** The film is over, or nobody wants to see it: everybody stands where the rules say. */
  stop(): void {
    if (this.running && this.film) this.rest();
    this.key = '';
    this.running = false;
    cancelAnimationFrame(this.asked);
  }

  private rest(): void {
    for (const seat of this.film!.seats)
      this.headings[seat] = this.starts[seat]! + yaw(this.film!.frame(seat, this.film!.last));
    this.headings = [...this.headings];
  }

  private tick = (now: number): void => {
    const since = this.seconds;
    this.seconds = Math.min(this.to, this.seconds + (Math.max(0, now - this.before) / 1000) * this.speed);
    this.before = now;
    this.hits(since);
    this.onframe();
    if (this.seconds < this.to) this.asked = requestAnimationFrame(this.tick);
  };

  private hits(since: number): void {
    const film = this.film!;
    if (since === 0 && this.seconds > 0)
      this.onhit(this.reel!.seat, film.pose(this.reel!.seat, 0), this.pace(this.reel!.seat, 0.03));
    for (const m of film.moments) {
      if ((m.k !== 'bounce' && m.k !== 'touch') || m.t <= since || m.t > this.seconds) continue;
      const seat = LETTERS.indexOf((m.k === 'touch' ? m.a : m.p) as Letter);
      if (film.has(seat)) this.onhit(seat, film.pose(seat, m.t), this.pace(seat, m.t - 0.03));
    }
  }
  /** How fast a penguin is at a moment, in cm/s. */
  private pace(seat: number, seconds: number): number {
    const [a, b] = [this.film!.pose(seat, seconds - 0.02), this.film!.pose(seat, seconds + 0.02)];
    return Math.hypot(b.x - a.x, b.y - a.y) / 0.04;
  }

  pose(seat: number): Pose | null {
    return this.running && this.film?.has(seat) ? this.film.pose(seat, this.seconds) : null;
  }

  /** Which way the flicked penguin is going, for the camera behind it. */
  course(seat: number, fallback: number): number {
    if (!this.film?.has(seat)) return fallback;
    const [a, b] = [this.film.pose(seat, this.seconds - 0.12), this.film.pose(seat, this.seconds + 0.12)];
    return Math.hypot(b.x - a.x, b.y - a.y) < 0.7 ? fallback : (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  }
}
