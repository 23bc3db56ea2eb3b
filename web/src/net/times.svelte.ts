/** Time at the table as it passes: the clocks and deadlines that the server told, on this page's own clock. */
import { sound } from '../app/sound';
import type { SeatTime } from '../kit/times';
import type { TableLine } from './line.svelte';

/** When time is short, in ms, for each kind of clock. */
const SHORT = { none: 0, move: 10_000, game: 30_000, correspondence: 6 * 3_600_000 };
const LAST_TICKS = 5;

export class Times {
  private now = $state(Date.now());
  private rung = '';

  constructor(private readonly line: TableLine) {}

  /** Keeps it going; to be called in an effect. */
  run(): (() => void) | undefined {
    const { clocks } = this.line;
    if (!clocks || (!clocks.running.length && !Object.keys(clocks.takeover ?? {}).length)) return undefined;
    this.now = Date.now();
    const timer = setInterval(() => {
      this.now = Date.now();
      this.ring();
    }, 250);
    return () => clearInterval(timer);
  }

  of = (seat: number): SeatTime | null => {
    const { clocks, table } = this.line;
    const gone = this.line.isGone(seat);
    const span = table?.settings.absent ?? 60;
    const nothing = gone ? { left: null, running: false, low: false, takeover: null, gone, span } : null;
    if (!clocks || !table || (table.phase !== 'running' && table.phase !== 'paused')) return nothing;
    const now = this.now + this.line.drift;
    const running =
      clocks.running.includes(seat) &&
      table.phase === 'running' &&
      table.seats[seat]?.kind === 'person' &&
      !table.seats[seat]?.stand_in;
    const told = clocks.left[seat] ?? null;
    const left = told === null ? null : Math.max(0, told - (running ? now - clocks.now : 0));
    const due = clocks.takeover?.[seat];
    const takeover = due === undefined || table.phase !== 'running' ? null : Math.max(0, (due - now) / 1000);
    if (left === null && takeover === null) return nothing;
    const short = SHORT[table.settings.clock?.kind ?? 'none'];
    return { left, running, low: running && left !== null && left < short, takeover, gone, span };
  };

  /** A bell when my time gets short, and the last seconds one by one. */
  private ring(): void {
    for (const seat of this.line.mine) {
      const time = this.of(seat);
      if (!time?.low || time.left === null) continue;
      const second = Math.ceil(time.left / 1000);
      const turn = `${this.line.table?.moves}:${seat}:`;
      if (!this.rung.startsWith(turn)) sound('low');
      else if (second <= LAST_TICKS && this.rung !== turn + second) sound('tick');
      this.rung = turn + second;
    }
  }
}
