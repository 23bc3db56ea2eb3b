/** The stage: shows what happened one moment after another, so that a quick bot is still seen to play its card. */
import { held, settings, still } from '../app/settings.svelte';
import { buzz, sound } from '../app/sound';
import { maybe } from '../app/words.svelte';
import type { Entry, Flown, Frame, GamePage, Kinds } from '../games/kinds';
import type { Flight } from '../lib/messages';

const LINE_HOLD = 420;
const NOTHING_FLOWN: Flown = { flights: [], world: [] };
/** Whoever has fallen this far behind (ms of frames not shown yet) is brought up at once. */
const FAR_BEHIND = 60_000;

/** A line as it is read out: what people say has their name in front. */
function aloud(line: Entry): string {
  if (line.kind === 'emote') return `${line.name ?? ''}: ${maybe(`emote.${line.sentence}`) ?? line.sentence}`;
  return line.kind === 'chat' ? `${line.name ?? ''}: ${line.sentence}` : line.sentence;
}

export class Stage<G extends Kinds = Kinds> {
  view: G['view'] | undefined = $state.raw();
  effect: G['effect'] | null = $state.raw(null);
  lines: Entry<G>[] = $state.raw([]);
  /** The last sentence, for screen readers. */
  said = $state('');
  calm = $state(true);
  /** What a lesson waits for has happened: nothing that comes after it is shown. */
  full = $state(false);

  private queue: Frame<G>[] = [];
  private target: G['view'] | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private page: () => Pick<GamePage<G>, 'frames' | 'join'> | undefined,
    private me: () => number | null,
    private enough: (lines: readonly Entry<G>[]) => boolean = () => false,
  ) {}

  /** Everything at once: a snapshot, or another seat's look at the table. */
  set(view: G['view'], lines: Entry<G>[]): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
    this.target = view;
    this.view = view;
    this.effect = null;
    this.lines = lines;
    this.calm = true;
    this.full = this.enough(lines);
  }

  /** Something was in the air already when this page came: its rest is shown. */
  join(flight: Flight, late: number): void {
    if (!this.view || late > flight.seconds * 1000 || this.timer !== undefined) return;
    this.queue.push(...(this.page()?.join?.(this.view, flight, late) ?? []));
    this.next();
  }

  /** What happened since: shown in turn. */
  add(view: G['view'] | null, lines: Entry<G>[], flown = NOTHING_FLOWN): void {
    if (view === undefined || view === null) {
      this.lines = [...this.lines, ...lines];
      if (lines.length) this.said = lines.map(aloud).join(' ');
      if (lines.some((line) => line.kind === 'chat')) sound('say');
      return;
    }
    if (this.full) return;
    this.full = this.enough(lines);
    const behind = this.queue.reduce((sum, frame) => sum + frame.hold, 0);
    const before = this.target;
    this.target = view;
    const frames = before ? this.page()?.frames?.(before, view, lines, this.me(), flown) : undefined;
    this.queue.push(...(frames?.length ? frames : [{ view, hold: LINE_HOLD, lines }]));
    // A race waits for nobody.
    if (behind > FAR_BEHIND || (view as { race?: unknown }).race) this.skip(true);
    else if (this.timer === undefined) this.next();
    this.calm = this.timer === undefined && !this.queue.length;
  }

  /** A click: show the end of it now, or how a round ended if that is still to come; with `all` nothing is waited for. */
  skip(all = false): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const stop = all ? -1 : this.queue.findIndex((frame) => frame.stop);
    const frames = this.queue.splice(0, stop < 0 ? this.queue.length : stop);
    for (const frame of frames) this.show(frame, true);
    const told = frames
      .flatMap((frame) => frame.lines ?? [])
      .map(aloud)
      .filter(Boolean);
    if (told.length) this.said = told.join(' ');
    this.next();
  }

  /** What is being shown has been read: the next moment. */
  on(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.next();
  }

  private next(): void {
    const frame = this.queue.shift();
    if (!frame) {
      this.timer = undefined;
      this.effect = null;
      this.calm = true;
      return;
    }
    this.show(frame, false);
    // A hidden page must not fall behind; a still one needs time to read, not to watch.
    const hold =
      document.visibilityState === 'hidden'
        ? 0
        : frame.real && settings.pace !== 'instant'
          ? frame.hold
          : held(still() && !frame.read ? Math.min(frame.hold, 900) : frame.hold);
    if (this.queue.length === 0 && !frame.effect && hold <= LINE_HOLD) {
      this.timer = undefined;
      this.calm = true;
      return;
    }
    this.calm = false;
    this.timer = setTimeout(() => this.next(), hold);
  }

  private show(frame: Frame<G>, quiet: boolean): void {
    this.view = frame.view;
    this.effect = frame.effect ?? null;
    if (frame.lines?.length) {
      this.lines = [...this.lines, ...frame.lines];
      const told = frame.lines.map(aloud).filter(Boolean);
      if (told.length) this.said = told.join(' ');
    }
    if (frame.sound && !quiet) sound(frame.sound);
    if (frame.buzz && !quiet) buzz(frame.buzz);
  }
}
