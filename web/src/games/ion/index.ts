import { screen } from '../../app/screen.svelte';
import { t } from './words';
import type { Entry, GamePage, Round } from '../kinds';
import { frames } from './frames';
import type { Ion } from './kinds';
import { sheet } from './sheet';
import Prize from './Prize.svelte';
import Table from './Table.svelte';

/** A tournament's hands for the result; a quick game is one hand and needs no table. */
function rounds(lines: readonly Entry<Ion>[], players: number): Round[] {
  const rows = sheet(lines, players);
  return rows.some((row) => row.points.some(Boolean))
    ? rows.map((row) => ({ label: String(row.hand), points: row.points }))
    : [];
}

export const page: GamePage<Ion> = {
  Table,
  Prize,
  frames,
  rounds,
  status: (view) =>
    view.mode === 'tournament'
      ? t('ion.tournament', { n: view.target, hand: view.hand_no })
      : t(screen.narrow ? 'ion.quick.short' : 'ion.quick', { n: view.players }),
};
