/** What happened at ICECOOL2, moment by moment: a flick takes the time it took, and everything falls due on its way. */
import { settings, still } from '../../app/settings.svelte';
import type { Sound } from '../../app/sound';
import { plural } from './words';
import type { GameEvent, IcecoolView } from './messages';
import type { Flight } from '../../lib/messages';
import type { Entry, Flown, Frame, Round } from '../kinds';
import { unpacked } from './flick';
import type { FilmEffect, Icecool } from './kinds';
import { chosen } from './look.svelte';
import { COLOURS, DOORS } from './plan';
import { best, reel, timed, type Reel } from './reel';

type V = IcecoolView;
type Line = Entry<Icecool>;

const SOUNDS: Partial<Record<GameEvent['kind'], Sound>> = {
  flew: 'hop',
  fished: 'fish',
  caught: 'bell',
  stationed: 'card',
  placed: 'card',
  moved: 'card',
  drew: 'card',
  drew_unseen: 'card',
  skated: 'slide',
};
/** Lines after a flick that deserve a look of their own. */
const HOLD: Partial<Record<GameEvent['kind'], number>> = {
  fished: 600,
  drew: 420,
  drew_unseen: 420,
  caught: 900,
  did_task: 900,
  failed_task: 600,
  empty_task: 600,
  again: 700,
  gave_up: 700,
  restarted: 700,
  entered: 350,
  skated: 800,
  moved: 800,
  announced: 700,
  placed: 420,
  stationed: 420,
  round: 900,
  returned: 500,
};

const place = (view: V, seat: number, x: number, y: number): void => {
  const penguin = view.penguins[seat];
  if (penguin) Object.assign(penguin, { x: x / 1000, y: y / 1000, room: null, door: null, close: false });
};

/** A line's effect on what is seen. The next view of the server has the last word. */
function change(view: V, event: GameEvent, after: V): void {
  const seat = 'seat' in event ? event.seat : -1;
  const hand = view.cards[seat];
  switch (event.kind) {
    case 'entered':
    case 'rested':
    case 'returned':
    case 'stationed':
    case 'placed':
    case 'again':
    case 'gave_up':
      place(view, seat, event.x, event.y);
      break;
    case 'restarted':
      Object.assign(view.penguins[seat]!, { x: null, y: null });
      break;
    case 'fished': {
      const id = DOORS[event.door]!.id;
      const left = [...(view.fish[id] ?? [])];
      left.splice(left.indexOf(COLOURS[seat]!), 1);
      if (left.length) view.fish[id] = left;
      else delete view.fish[id];
      view.penguins[seat]!.collected = event.collected;
      view.doors[seat] = view.doors[seat]!.filter((door) => after.doors[seat]!.includes(door));
      break;
    }
    case 'drew':
    case 'drew_unseen':
      hand!.down++;
      if (hand!.faces && 'card' in event && event.card !== null)
        hand!.faces = [...hand!.faces, ['1J', '1T', '1B', '2', '3'][event.card]!];
      view.deck--;
      break;
    case 'caught':
      view.penguins[seat]!.caught = true;
      if (event.time === 1) {
        view.ids[seat]!--;
        view.ids[event.catcher]!++;
      }
      break;
    case 'moved': {
      const [from, to] = [DOORS[event.door]!.id, DOORS[event.to]!.id];
      const colour = COLOURS[event.colour]!;
      const left = [...(view.fish[from] ?? [])];
      left.splice(left.indexOf(colour), 1);
      view.fish = { ...view.fish, [from]: left, [to]: [...(view.fish[to] ?? []), colour] };
      view.cards[seat] = structuredClone(after.cards[seat]!);
      view.doors = structuredClone(after.doors);
      break;
    }
    case 'announced':
      view.announced = after.announced;
      break;
    case 'skated':
    case 'did_task':
      view.cards[seat] = { ...structuredClone(after.cards[seat]!), down: hand!.down };
      break;
    case 'round':
      Object.assign(view, structuredClone(after));
      break;
  }
}

const soft = (view: V): V => structuredClone(view);

export function frames(before: V, after: V, lines: Line[], _me: number | null, flown: Flown): Frame<Icecool>[] {
  const out: Frame<Icecool>[] = [];
  const view = soft(before);
  const flights = new Map(flown.flights.map((flight) => [flight.move, flight]));
  const last = flown.flights.at(-1);
  for (let i = 0; i < lines.length;) {
    const { move } = lines[i]!;
    const group: Line[] = [];
    while (i < lines.length && lines[i]!.move === move) group.push(lines[i++]!);
    const flight = move == null ? undefined : flights.get(move);
    view.acting = [];
    const start = group.findIndex((line) => line.event?.kind === 'flicked');
    if (!flight || start < 0) tell(out, view, after, group);
    else {
      tell(out, view, after, group.slice(0, start));
      const end = group.findLastIndex(({ event }) => event?.kind === 'rested' || event?.kind === 'returned') + 1;
      fly(
        out,
        view,
        after,
        group.slice(start, end || group.length),
        reel(flight, flight === last ? flown.world.at(-1) : undefined),
      );
      tell(out, view, after, end ? group.slice(end) : []);
    }
  }
  out.push({ view: after, hold: 60 });
  return out;
}

/** The flick itself: as many frames as things happen in it, all of one film. */
function fly(out: Frame<Icecool>[], view: V, after: V, lines: Line[], shown: Reel): void {
  const due = timed(lines, shown.moments, shown.seconds);
  const fished = due.filter(({ line }) => line.event?.kind === 'fished').map(({ t }) => t);
  const flicked = lines[0]?.event;
  const film: FilmEffect = {
    kind: 'film',
    reel: shown,
    from: 0,
    to: shown.seconds,
    speed: 1,
    facing: flicked?.kind === 'flicked' ? unpacked(flicked.flick).aim : undefined,
  };
  if (still()) {
    // No motion: the start, the way and the end in one picture.
    for (const { line } of due) if (line.event) change(view, line.event, after);
    out.push({
      view: soft(view),
      hold: 1800,
      real: true,
      lines: due.map(({ line }) => line),
      effect: { ...film, kind: 'path' },
    });
    return;
  }
  let at = 0;
  for (let i = 0; i < due.length;) {
    const { t } = due[i]!;
    if (t > at && out.length) {
      out.at(-1)!.hold = (t - at) * 1000;
      at = t;
    }
    const now: Line[] = [];
    let sound: Sound | undefined = i ? undefined : 'slide';
    while (i < due.length && due[i]!.t <= at) {
      const { event } = due[i]!.line;
      if (event) {
        change(view, event, after);
        sound = SOUNDS[event.kind] ?? sound;
      }
      now.push(due[i++]!.line);
    }
    out.push({ view: soft(view), hold: 0, real: true, lines: now, effect: film, ...(sound ? { sound } : {}) });
  }
  out.at(-1)!.hold = Math.max(0, shown.seconds - at) * 1000 + 250;
  const moment = best(shown.moments, fished);
  if (moment !== undefined && chosen.slow && (settings.pace === 'calm' || settings.pace === 'usual')) {
    const [from, to] = [Math.max(0, moment - 0.42), Math.min(shown.seconds, moment + 0.4)];
    out.push({
      view: soft(view),
      hold: ((to - from) / 0.28) * 1000 + 300,
      real: true,
      effect: { ...film, from, to, speed: 0.28 },
    });
  }
}

function tell(out: Frame<Icecool>[], view: V, after: V, lines: Line[]): void {
  const over = lines.findIndex((line) => line.event?.kind === 'round_over');
  lines.forEach((line, i) => {
    const { event } = line;
    if (event) change(view, event, after);
    const sound = event ? SOUNDS[event.kind] : undefined;
    if (event?.kind !== 'round_over' && (over < 0 || i < over))
      out.push({
        view: soft(view),
        hold: (event && HOLD[event.kind]) ?? (line.sentence ? 300 : 0),
        lines: [line],
        effect: event ?? null,
        ...(sound ? { sound } : {}),
      });
  });
  const ended = lines[over]?.event;
  if (ended?.kind !== 'round_over') return;
  // The end of a round: one table for everybody, then the next round.
  const rest = lines.slice(over);
  const next = rest.findIndex((line) => line.event?.kind === 'round');
  const told = next < 0 ? rest : rest.slice(0, next);
  const seen = soft(out.at(-1)?.view ?? view);
  for (const line of told) if (line.event) change(seen, line.event, after);
  const gains = seen.penguins.map(
    (_, seat) =>
      told.filter(({ event }) => (event?.kind === 'drew' || event?.kind === 'drew_unseen') && event.seat === seat).length,
  );
  const ids = seen.penguins.map(
    (_, seat) =>
      told.flatMap(({ event }) => (event?.kind === 'collected_ids' && event.seat === seat ? [event.ids] : []))[0] ?? 0,
  );
  out.push({
    view: seen,
    hold: 7000,
    read: true,
    stop: true,
    lines: told,
    sound: 'bell',
    effect: { ...ended, gains, ids },
  });
  const begun = rest[next]?.event;
  if (begun?.kind === 'round') out.push({ view: soft(after), hold: 900, lines: rest.slice(next), effect: begun });
}

/** Came while a penguin was on its way: the rest of the film. */
export function join(view: V, flight: Flight, late: number): Frame<Icecool>[] {
  if (still()) return [];
  const shown = reel(flight, undefined);
  const from = late / 1000;
  return [
    {
      view,
      hold: Math.max(0, shown.seconds - from) * 1000,
      real: true,
      effect: { kind: 'film', reel: shown, from, to: shown.seconds, speed: 1 },
    },
    { view, hold: 60 },
  ];
}

/** Cards by round: what they are worth is known when the last one is counted. */
export function rounds(lines: readonly Line[], players: number): Round[] {
  const rows: { label: string; cards: number[] }[] = [];
  for (const { event } of lines) {
    if (event?.kind === 'round') rows.push({ label: String(event.round), cards: Array<number>(players).fill(0) });
    else if ((event?.kind === 'drew' || event?.kind === 'drew_unseen') && rows.length) rows.at(-1)!.cards[event.seat]!++;
  }
  return rows.map(({ label, cards }) => ({ label, points: cards.map((n) => plural('ice.cards', n)) }));
}
