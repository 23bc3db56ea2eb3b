/** The server's REST calls, with this device's token. */
import { settings } from '../app/settings.svelte';
import { welcome } from '../games/guests.svelte';
import type {
  CreateTable,
  Device,
  Flight,
  GameInfo,
  GuideInfo,
  House,
  JoinTable,
  MoveCode,
  PuzzleSaid,
  Replay,
  Reviewed,
  RuleInfo,
  Seated,
  Snapshot,
  TableSummary,
  Trouble,
  Verdict,
} from '../lib/messages';
import { ask } from '../tab/ask';
import { asksHere } from '../tab/place.svelte';

/** A device has a token for the server, and one for the tables on itself. */
const KEYS = { there: 'parlour.device', here: 'parlour.device.here' };
type Where = keyof typeof KEYS;
export const where = (path: string): Where => (asksHere(path) ? 'here' : 'there');

/** An error that can be shown: a sentence for people and a code for the page. */
export class Failure extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly status = 0,
  ) {
    super(sentence);
  }
}

function stored(at: Where): string | null {
  try {
    return localStorage.getItem(KEYS[at]);
  } catch {
    return null;
  }
}

const device: Partial<Record<Where, Promise<string>>> = {};

/** This device's token for whoever answers at the address, made when it is first needed. */
export function token(path: string): Promise<string> {
  const at = where(path);
  const found = (device[at] ??= (async () => {
    const known = stored(at);
    if (known) return known;
    const fresh = (await send<Device>('POST', '/api/devices', undefined, false)).token;
    try {
      localStorage.setItem(KEYS[at], fresh);
    } catch {
      /* lasts for this page only */
    }
    return fresh;
  })());
  found.catch(() => delete device[at]);
  return found;
}

export const knownToken = (path: string): string | null => stored(where(path));

/** The server does not know this token (a fresh database): the next call asks for a new one. */
export function forgetToken(path: string): void {
  delete device[where(path)];
  try {
    localStorage.removeItem(KEYS[where(path)]);
  } catch {
    /* there was none */
  }
}

/** This device has another token from now on. */
export function takeToken(path: string, fresh: string): void {
  forgetToken(path);
  try {
    localStorage.setItem(KEYS[where(path)], fresh);
  } catch {
    device[where(path)] = Promise.resolve(fresh);
  }
}

export async function send<T>(method: string, path: string, body?: unknown, signed = true, again = true): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': settings.language };
  if (signed) headers['Authorization'] = `Bearer ${await token(path)}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer: Response;
  try {
    answer = await ask(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Failure('offline', '');
  }
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
  const trouble = (await answer.json().catch(() => null)) as Trouble | null;
  if (trouble?.code === 'no_device' && signed) {
    forgetToken(path);
    if (again) return send<T>(method, path, body, signed, false);
  }
  throw new Failure(trouble?.code ?? 'internal', trouble?.sentence ?? '', answer.status);
}

export interface Aside {
  table: string;
  sentence: string;
}

const lastGames = new Map<string, GameInfo>();

export const api = {
  async games(): Promise<GameInfo[]> {
    const games = await send<GameInfo[]>('GET', '/api/games', undefined, false);
    for (const game of games) {
      lastGames.set(game.key + settings.language, game);
      void welcome(game);
    }
    return games;
  },
  async game(key: string): Promise<GameInfo> {
    const known =
      lastGames.get(key + settings.language) ?? (await send<GameInfo>('GET', `/api/games/${key}`, undefined, false));
    lastGames.set(key + settings.language, known);
    return known;
  },
  rules: (key: string, search = '') =>
    send<RuleInfo[]>(
      'GET',
      `/api/games/${key}/rules${search ? `?search=${encodeURIComponent(search.slice(0, 100))}` : ''}`,
      undefined,
      false,
    ),
  puzzles: (key: string) => send<PuzzleSaid[]>('GET', `/api/games/${key}/puzzles`, undefined, false),
  guide: (key: string) => send<GuideInfo>('GET', `/api/games/${key}/guide`, undefined, false),
  create: (wish: CreateTable) => send<Seated>('POST', '/api/tables', wish),
  tables: () => send<TableSummary[]>('GET', '/api/tables', undefined, false),
  /** Whether this device has ever had a table, at the server or on itself. */
  isKnown: (at: Where) => !!stored(at),
  /** The tables on this device that cannot be played on, and why. */
  asides: () => send<Aside[]>('GET', '/api/asides'),
  mine: () => (stored(where('/api/mine')) ? send<TableSummary[]>('GET', '/api/mine') : Promise.resolve([])),
  table: (id: string) => send<Snapshot>('GET', `/api/tables/${id}`),
  async picture(id: string, seat: number | null): Promise<string> {
    const path = `/api/tables/${id}/picture`;
    const answer = await ask(`${path}${seat === null ? '' : `?seat=${seat}`}`, {
      headers: { Authorization: `Bearer ${await token(path)}` },
    });
    return answer.ok ? URL.createObjectURL(await answer.blob()) : '';
  },
  join: (id: string, wish: JoinTable) => send<Seated>('POST', `/api/tables/${id}/join`, wish),
  leave: (id: string) => send<TableSummary>('POST', `/api/tables/${id}/leave`),
  house: () => send<House>('GET', '/api/house', undefined, false),
  code: (id: string, seat: number) => send<MoveCode>('POST', `/api/tables/${id}/seats/${seat}/code`),
  claim: (code: string) => send<Seated>('POST', '/api/claim', { code }),
  flight: (id: string, match: number, move: number) =>
    send<Flight>('GET', `/api/tables/${id}/matches/${match}/flights/${move}`),
  model: <T>(game: string) => send<T>('GET', `/api/games/${game}/model`),
  practice: <T>(game: string, ask: object) => send<T>('POST', `/api/games/${game}/practice`, ask),
  replay: (id: string, match: number) => send<Replay>('GET', `/api/tables/${id}/matches/${match}/replay`),
  review: (id: string, match: number) => send<Reviewed>('GET', `/api/tables/${id}/matches/${match}/review`),
  verify: (id: string, match: number) => send<Verdict>('GET', `/api/tables/${id}/matches/${match}/verify`),
};

/** Take home the record of a match (0: the newest) of a table, as far as this device may have it. */
export async function saveRecord(id: string, match = 0): Promise<void> {
  const path = `/api/tables/${id}/matches/${match}/record`;
  const answer = await ask(path, {
    headers: { 'Accept-Language': settings.language, Authorization: `Bearer ${await token(path)}` },
  });
  if (!answer.ok)
    throw new Failure('internal', ((await answer.json().catch(() => null)) as Trouble | null)?.sentence ?? '', answer.status);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = `match-${id.slice(0, 6)}.jsonl`;
  link.click();
  URL.revokeObjectURL(link.href);
}

export const random = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A name for a move, so that it can be sent twice and made once. */
export const moveId = (): string => random(12);
