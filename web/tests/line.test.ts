/** The line to a table: it comes back by itself, and no move is lost or made twice. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PROTOCOL } from '../src/lib/messages';
import { TableLine } from '../src/net/line.svelte';
import { Socket } from './browser';

const TABLE = {
  id: 't',
  game: 'doce',
  match: 1,
  moves: 4,
  acting: [0],
  phase: 'running',
  seats: [],
  options: {},
  fairness: {},
};
const snapshot = (version: number, more: object = {}) => ({
  type: 'snapshot',
  version,
  table: TABLE,
  mine: [0],
  now: Date.now(),
  sides: [{ seat: 0, view: { n: version }, moves: [{ number: 1 }], lines: [] }],
  ...more,
});
const happened = (since: number, version: number, more: object = {}) => ({
  type: 'happened',
  since,
  version,
  sides: [{ seat: 0, view: { n: version }, moves: [], lines: [{ sentence: `${version}` }] }],
  ...more,
});
const of = (socket: Socket, type: string) => socket.sent.filter((message) => message['type'] === type);
const latest = () => Socket.all.at(-1)!;

let line: TableLine;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ token: 'mine' }))));
  Socket.all = [];
  line = new TableLine('t', 'Mia');
  await vi.waitUntil(() => Socket.all.length);
  latest().open();
  latest().hear(snapshot(1));
});
afterEach(() => {
  line.close();
  vi.useRealTimers();
});

it('says who comes and what it speaks', () => {
  expect(of(latest(), 'hello')[0]).toMatchObject({ table: 't', protocol: PROTOCOL, name: 'Mia' });
  expect([line.status, line.sides[0]?.view]).toEqual(['live', { n: 1, seat: 0 }]);
});

it('tells what happened, and keeps what did not change', () => {
  const heard: unknown[] = [];
  line.listen((seat, view, lines, fresh) => heard.push([seat, view, lines.length, fresh]));
  latest().hear(happened(1, 2));
  latest().hear({ type: 'happened', since: 2, version: 3, sides: [{ seat: 0, lines: [{ sentence: 'talk' }] }] });
  expect(heard).toEqual([
    [0, { n: 2, seat: 0 }, 1, false],
    [0, undefined, 1, false],
  ]);
  expect(line.sides[0]?.view).toEqual({ n: 2, seat: 0 });
  expect(line.sides[0]?.lines).toHaveLength(2);
});

it('asks again where something is missing, and takes nothing that it knows already', () => {
  latest().hear(happened(5, 6));
  expect(line.sides[0]?.view).toEqual({ n: 1, seat: 0 });
  expect(of(latest(), 'hello')[1]).toMatchObject({ version: 1, match: 1 });
  latest().hear(snapshot(6));
  latest().hear(happened(4, 5));
  expect(line.sides[0]?.view).toEqual({ n: 6, seat: 0 });
  expect(of(latest(), 'hello')).toHaveLength(2);
});

it('sends one move at a time, and the same one again when the line was lost', () => {
  line.play(0, { type: 'pass' });
  line.play(0, { type: 'other' });
  const first = of(latest(), 'play');
  expect(first).toHaveLength(1);
  latest().close(1006);
  expect(line.status).toBe('lost');
  vi.advanceTimersByTime(400);
  latest().open();
  expect(of(latest(), 'hello')[0]).toMatchObject({ version: 1 });
  latest().hear(snapshot(1));
  expect(of(latest(), 'play')).toEqual(first);
  latest().hear({ type: 'ack', id: first[0]!['id'], version: 2 });
  expect(line.sending).toBeUndefined();
  latest().close(1006);
  vi.advanceTimersByTime(800);
  latest().open();
  latest().hear(snapshot(2));
  expect(of(latest(), 'play')).toEqual([]);
});

it('shows why a move was refused until the next one', () => {
  line.play(0, 'x');
  latest().hear({ type: 'refused', id: line.sending!.id, rule: 'DOC-08', sentence: 'A die lies there.' });
  expect([line.sending, line.refused?.rule]).toEqual([undefined, 'DOC-08']);
  line.play(0, 'y');
  expect(line.refused).toBeUndefined();
});

it('keeps what was said while nobody listened', () => {
  latest().close(1006);
  line.say('still here', 0);
  expect(Socket.all.flatMap((socket) => of(socket, 'say'))).toEqual([]);
  vi.advanceTimersByTime(400);
  latest().open();
  latest().hear(snapshot(1));
  expect(of(latest(), 'say')).toHaveLength(1);
});

it('comes back ever more slowly, and not where there is no table', () => {
  for (const wait of [300, 700, 1500, 3000, 5000, 5000]) {
    const before = Socket.all.length;
    latest().close(1006);
    vi.advanceTimersByTime(wait - 1);
    expect(Socket.all).toHaveLength(before);
    vi.advanceTimersByTime(2);
    expect(Socket.all).toHaveLength(before + 1);
  }
  latest().close(4004);
  vi.advanceTimersByTime(60_000);
  expect([line.status, line.trouble?.code]).toEqual(['closed', 'no_table']);
  expect(Socket.all).toHaveLength(7);
});
