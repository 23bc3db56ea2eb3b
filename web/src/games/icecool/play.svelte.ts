/** What a player is about to do: the aim, the chosen spot, the fish in hand. Which of it is allowed, the offers say. */
import { held, settings } from '../../app/settings.svelte';
import { t } from './words';
import type { GameMove, IcecoolView, MoveFish, Place } from './messages';
import type { IcecoolDesk } from './kinds';
import { aimWords, norm, onGrid, roomName, type Aim } from './flick';
import { PLAN, room, type Point } from './plan';
import { reach, type Reach } from './reach';

export type Mode = 'watch' | 'station' | 'aim' | 'place' | 'post' | 'ending' | 'over';
const KITCHEN = room(PLAN.catcher_room);
export const NONE = 'nothing';
const SPOT_STEP = 0.5;
/** A turn ends by itself after a moment or two: as long as somebody takes who has a choice and lets it be. */
const PAUSE = 1100;
/** The rules' grid of spots lies on half centimetres inside the orange line. */
const inKitchen = (p: Point): Point => {
  const [a, b, c, d] = KITCHEN.orange;
  const fit = (v: number, low: number, high: number) =>
    Math.min(
      Math.floor(high / SPOT_STEP) * SPOT_STEP,
      Math.max(Math.ceil(low / SPOT_STEP) * SPOT_STEP, Math.round(v / SPOT_STEP) * SPOT_STEP),
    );
  return { x: fit(p.x, a, c), y: fit(p.y, b, d) };
};

export class Play {
  aim: Aim = $state({ aim: 0, power: 45, side: 0, head: false });
  spot: Point = $state({ x: 46, y: 53 });
  /** Moving a fish: choosing which, or the one in hand. */
  fishing: 'no' | 'pick' | 'drop' = $state('no');
  fish: { colour: string; door: string } | null = $state.raw(null);
  /** The task that is said with the flick. */
  task = $state(NONE);
  /** What follows as soon as it was said which task is tried, or none. */
  private then: GameMove | 'fish' | null = $state.raw(null);
  private told = 0;
  private rests: ReturnType<typeof setTimeout> | undefined;
  private silent = true;

  constructor(private of: () => IcecoolDesk) {}

  get desk(): IcecoolDesk {
    return this.of();
  }
  get view(): IcecoolView {
    return this.desk.view;
  }
  mine = $derived.by(
    () => this.desk.me !== null && this.view.acting.includes(this.desk.me) && this.desk.calm && !this.desk.over,
  );
  mode: Mode = $derived.by(() => {
    if (this.desk.over || this.view.phase === 'finished') return 'over';
    if (!this.mine) return 'watch';
    if (this.view.phase === 'station') return 'station';
    if (this.view.phase === 'post') return this.desk.moves.length > 1 ? 'post' : 'ending';
    return this.view.may_flick ? 'aim' : 'place';
  });
  /** Nothing is on its way and it is my decision. */
  ready = $derived.by(() => this.mine && !this.desk.sending && this.desk.moves.length > 0);
  tasks = $derived.by(() =>
    this.desk.moves.flatMap(({ move }) => (move.type === 'announce' && move.task !== NONE ? [move.task] : [])),
  );
  places = $derived.by(() =>
    this.mode !== 'aim' && this.mode !== 'place'
      ? []
      : Object.entries(this.view.places).map(([id, at]) => {
          const move: Place = { type: 'place', room: room(id).name.toLowerCase() };
          return { move, id, at, label: t('ice.place', { room: roomName(id) }) };
        }),
  );
  canFish = $derived.by(() => this.fishMoves.length > 0 || (this.view.phase === 'announce' && this.view.may_move_fish));
  skates = $derived.by(() => this.desk.moves.flatMap(({ move }) => (move.type === 'skate' ? [move] : [])));
  canEnd = $derived.by(() => this.desk.moves.some(({ move }) => move.type === 'end'));
  fishMoves: MoveFish[] = $derived.by(() => this.desk.moves.flatMap(({ move }) => (move.type === 'movefish' ? [move] : [])));
  /** Fish that may leave their door: one entry for each colour on each door. */
  movable = $derived.by(() => [
    ...new Map(this.fishMoves.map((move) => [`${move.colour}${move.door}`, { colour: move.colour, door: move.door }])).values(),
  ]);
  targets = $derived.by(() =>
    this.fish
      ? this.fishMoves
          .filter((move) => move.colour === this.fish!.colour && move.door === this.fish!.door)
          .map((move) => move.to)
      : [],
  );

  me = $derived.by(() => this.desk.me ?? 0);
  from: Point | null = $derived.by(() => {
    const p = this.view.penguins[this.me];
    return p && p.x !== null && p.y !== null ? { x: p.x, y: p.y } : null;
  });
  others = $derived.by(() =>
    this.view.penguins.flatMap((p, seat) =>
      seat !== this.me && p.x !== null && p.y !== null ? [{ x: p.x, y: p.y, id: this.desk.name(seat) }] : [],
    ),
  );
  words = $derived.by(() => (this.from ? aimWords(this.aim, this.from, this.others) : ''));
  hints = $derived.by(() => this.desk.hints && settings.hints);
  /** What the exact preview found, and for which aim from which places; of another aim it says nothing. */
  foreseen: { key: string; points: Point[] } | null = $state.raw(null);
  question = $derived.by(() => JSON.stringify([onGrid(this.aim), this.view.penguins.map(({ x, y }) => [x, y])]));
  exact = $derived.by(() => (this.foreseen?.key === this.question ? this.foreseen.points : null));
  /** The way ahead, to its first contact or, where it is worked out, to its end. */
  reach: Reach | null = $derived.by(() => {
    if (!this.from || !this.hints) return null;
    const exact = this.exact?.map((p) => ({ ...p, z: 0 }));
    return exact ? { points: exact, contact: null } : reach(this.aim, this.from, this.others);
  });

  /** At the start of a turn the penguin looks where anybody would look first. */
  begin(): void {
    this.fishing = 'no';
    this.fish = null;
    this.task = NONE;
    const { aim, power } = this.view.glance ?? { aim: this.aim.aim, power: 45 };
    this.aim = { aim, power, side: 0, head: false };
    this.hush();
  }

  /** The others watch: as often as they can see it, no more; and where it comes to rest, whatever was dropped on the way. */
  show(): void {
    clearTimeout(this.rests);
    if (this.mode !== 'aim') return;
    this.rests = setTimeout(() => this.tell(), 120);
    if (performance.now() - this.told >= 60) this.tell();
  }
  private tell(): void {
    if (this.mode !== 'aim') return;
    this.told = performance.now();
    this.silent = false;
    const { aim, power, side, height } = onGrid(this.aim);
    this.desk.aim({ aim, power, side: side ?? 0, height: height === 'head' ? 1 : 0 });
  }
  hide(): void {
    if (!this.silent) this.desk.aim(null);
    this.hush();
  }
  private hush(): void {
    clearTimeout(this.rests);
    this.silent = true;
  }
  change(by: Partial<Aim>): void {
    this.aim = { ...this.aim, ...by };
    this.aim.aim = norm(this.aim.aim);
    this.show();
  }

  act(move: GameMove): void {
    this.desk.forgive();
    this.fishing = 'no';
    this.fish = null;
    if (this.view.phase !== 'announce') return this.desk.act(move);
    // The rules ask for the task first: it is said, and then this is done.
    this.then = move;
    this.desk.act({ type: 'announce', task: this.task });
  }
  /** A fish is to be moved: now, or when it was said which task is tried. */
  startFishing(): void {
    if (this.view.phase === 'announce') {
      this.then = 'fish';
      this.desk.act({ type: 'announce', task: this.task });
    } else this.fishing = 'pick';
  }
  /** What waits for the task to be said, and the end of a turn in which nothing is left to decide. */
  goOn(): (() => void) | undefined {
    if (this.then && this.desk.refused) this.then = null;
    if (this.then && this.ready && this.view.phase !== 'announce') {
      const next = this.then;
      this.then = null;
      if (this.view.phase !== 'preflick') return;
      if (next === 'fish') this.fishing = 'pick';
      else this.act(next);
    } else if (this.mode === 'ending' && this.ready) {
      const timer = setTimeout(() => this.act({ type: 'end' }), held(PAUSE + Math.random() * PAUSE));
      return () => clearTimeout(timer);
    }
  }
  flick(): void {
    if (this.ready && !this.then && this.mode === 'aim' && this.aim.power >= 1) {
      this.hush();
      this.act(onGrid(this.aim));
    }
  }
  station(at: Point): void {
    this.spot = inKitchen(at);
  }
  settle(): void {
    if (this.ready && this.mode === 'station') this.act({ type: 'catcher', x: this.spot.x, y: this.spot.y });
  }
  pick(colour: string, door: string): void {
    this.fish = { colour, door };
    this.fishing = 'drop';
  }
  drop(to: string): void {
    if (!this.fish) return;
    const move: MoveFish = { type: 'movefish', colour: this.fish.colour, door: this.fish.door, to };
    if (this.targets.includes(to)) this.act(move);
    else this.desk.ask(move);
  }

  /** Keys of the whole table; true if the key meant something. */
  key(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event;
    const fine = shiftKey ? 0.1 : 1;
    if (this.mode === 'station' && this.ready) {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
      if (way)
        this.station({ x: this.spot.x + way[0]! * (shiftKey ? 0.5 : 2), y: this.spot.y + way[1]! * (shiftKey ? 0.5 : 2) });
      else if (key === 'Enter') this.settle();
      else return false;
      return true;
    }
    if (this.mode !== 'aim' || !this.ready || this.fishing !== 'no') {
      if (key === 'Escape' && this.fishing !== 'no') {
        this.fishing = 'no';
        this.fish = null;
        return true;
      }
      return false;
    }
    switch (key) {
      case 'ArrowLeft':
        this.change({ aim: this.aim.aim + (shiftKey ? 0.1 : 1) });
        return true;
      case 'ArrowRight':
        this.change({ aim: this.aim.aim - (shiftKey ? 0.1 : 1) });
        return true;
      case 'PageUp':
      case 'PageDown':
        this.change({ aim: this.aim.aim + (key === 'PageUp' ? 15 : -15) });
        return true;
      case 'ArrowUp':
        this.change({ power: Math.min(100, this.aim.power + (fine === 1 ? 2 : 1)) });
        return true;
      case 'ArrowDown':
        this.change({ power: Math.max(1, this.aim.power - (fine === 1 ? 2 : 1)) });
        return true;
      case 'a':
      case 'A':
        this.change({ side: Math.max(-1, Math.round(this.aim.side * 10 - 1) / 10) });
        return true;
      case 'd':
      case 'D':
        this.change({ side: Math.min(1, Math.round(this.aim.side * 10 + 1) / 10) });
        return true;
      case 'w':
      case 'W':
        this.change({ head: true });
        return true;
      case 's':
      case 'S':
        this.change({ head: false });
        return true;
      case 'Enter':
        this.flick();
        return true;
      case 'Escape':
        this.begin();
        this.hide();
        return true;
    }
    return false;
  }
}
