/** The links under which others reach this server. A page that was opened at this very machine must not pass on its own address:
 * there, the server says what it is called in the house. It stays here itself, since who I am is kept by address, and an
 * address of the house may change from one evening to the next. */
import type { Invitation } from '../lib/messages';
import { site } from '../tab/place.svelte';
import { api } from './api';

const here = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** `ways` is undefined until it is known; empty: nobody else can come. */
export const house: { ways: Invitation[] | undefined; chosen: number; here: boolean } = $state({
  ways: site ? [] : here ? undefined : [{ link: location.origin }],
  chosen: 0,
  here,
});

/** Ask again: a laptop changes its network. */
export async function askHouse(): Promise<void> {
  if (site) return;
  try {
    const { public: name, ways } = await api.house();
    const before = house.ways?.[house.chosen]?.link;
    if (name) house.ways = [{ link: name }];
    else if (here) house.ways = ways ?? [];
    house.chosen = Math.max(0, house.ways?.findIndex((way) => way.link === before) ?? 0);
  } catch {
    /* the line says that the server is away; asked again with the next invitation */
  }
}

export const inviteTo = (path: string): string | undefined => {
  const link = house.ways?.[house.chosen]?.link;
  return link && link + path;
};
