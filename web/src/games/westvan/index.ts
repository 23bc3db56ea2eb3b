import { t } from './words';
import type { Entry, GamePage, Round } from '../kinds';
import { frames } from './frames';
import type { WestVan } from './kinds';
import Prize from './Prize.svelte';
import Table from './Table.svelte';

function rounds(lines: readonly Entry<WestVan>[], players: number): Round[] {
  const rows: Round[] = [];
  let points: number[] = [];
  for (const { event } of lines) {
    if (event?.kind !== 'scored') continue;
    points[event.seat] = event.points;
    if (points.filter((p) => p !== undefined).length === players) {
      rows.push({ label: String(rows.length + 1), points });
      points = [];
    }
  }
  return rows;
}

export const page: GamePage<WestVan> = {
  Table,
  Prize,
  wide: (players) => players > 4,
  frames,
  rounds,
  status: (view) => t('wvs.status', { day: view.day }),
};
