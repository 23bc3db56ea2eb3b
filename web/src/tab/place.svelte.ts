/** Where the tables are: at the server that this page came from, or in this very tab. */

/** A folder of files that no server of ours stands behind. */
export const site = document.documentElement.hasAttribute('data-site');

/** The folder that the pages lie in. */
export const base = site ? new URL('.', location.href).pathname : '/';

/** What answers whenever there is a network. */
export const alive = site ? `${base}sw.js` : '/health';

/** `here`: tables are opened in this tab, because there is no server, or because somebody chose so while it is away. */
export const place = $state({ here: site });

const HERE = 'here-';
export const isHere = (table: string): boolean => table.startsWith(HERE);
/** Whether it is no table, but the record of one that somebody brought along. */
export const isBrought = (table: string): boolean => table.startsWith(`${HERE}record-`);

/** Whether a call is for the house in this tab. */
export const asksHere = (path: string): boolean => (place.here && path !== '/api/house') || path.includes(`/${HERE}`);

/** What the site has ready-made, so that nothing has to be started for it. */
const READY = /^\/api\/games(\/\w+(\/(rules|guide|puzzles|plan|model))?)?$/;
export const readyMade = (path: string, language: string): string | undefined =>
  site && READY.test(path) ? `${base}api/${language}/${path.slice('/api/'.length)}.json` : undefined;

export type State = 'closed' | 'fetching' | 'starting' | 'open' | 'failed' | 'elsewhere' | 'unable';
/** How far the house in this tab is: `loaded` of `size` bytes are here. `keeping`: everything is being fetched for a visit without a network.
 * `asked`: somebody waits for it. `taken`: another tab has the tables of this device, and nobody has asked for them here. */
export const house = $state({
  state: 'closed' as State,
  loaded: 0,
  size: 0,
  why: '',
  keeping: false,
  asked: false,
  taken: false,
});
