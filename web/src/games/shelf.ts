/** The games on the shelf: every folder here that has a `look.ts`. A game without one is still playable, at the plain table. */
import { spoken } from '../app/words.svelte';
import { api } from '../net/api';
import { guest, welcome } from './guests.svelte';
import type { AnyPage, GameLook, Look } from './kinds';

type Page = { page: AnyPage };
const PAGES = import.meta.glob<Page>('./*/index.ts');
const LOOKS = import.meta.glob<Look>('./*/look.ts', { eager: true, import: 'look' });

/** The plain table, for games that no folder here is for; what a guest knows better it says itself. */
async function plain(key: string): Promise<Page> {
  const [came, { page, dress }] = await Promise.all([api.game(key).then(welcome), import('./plain')]);
  await dress(came?.style);
  return { page: came ? { ...page, drawn: !came.mount, status: came.status, rounds: came.rounds } : page };
}

const PLAIN: Look = {
  awning: 'light-dark(#BC1F3B,#8E2236)',
  box: '#E9B872',
  ink: '#36202B',
  cloth: 'light-dark(#f6cdd0, #4b2631)',
};

function made(key: string, look: Look = PLAIN): GameLook {
  const page = PAGES[`./${key}/index.ts`];
  return { ...look, key, page: page ? () => spoken(page()) : () => plain(key) };
}

const SHELF: GameLook[] = Object.entries(LOOKS)
  .map(([path, look]) => made(path.split('/')[1]!, look))
  .sort((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity) || a.key.localeCompare(b.key));

export function look(key: string): GameLook {
  return SHELF.find((game) => game.key === key) ?? made(key, { ...PLAIN, ...guest(key)?.look });
}

/** All of them, those with a table of their own first. */
export const looks = (games: readonly { key: string }[]): GameLook[] => [
  ...SHELF,
  ...games.filter((game) => !SHELF.some((own) => own.key === game.key)).map((game) => look(game.key)),
];

/** The pages that games have beside their tables: how their address reads, the names of its parts, and the page. */
export const ROUTES = SHELF.flatMap((game) => Object.entries(game.routes ?? {})).map(
  ([path, load]): [RegExp, string[], typeof load] => [
    new RegExp(`^${path.replace(/:\w+/g, '([\\w-]+)')}/?$`),
    [...path.matchAll(/:(\w+)/g)].map((part) => part[1]!),
    load,
  ],
);
