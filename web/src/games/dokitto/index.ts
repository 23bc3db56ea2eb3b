import { t } from './words';
import type { Entry, GamePage, Round } from '../kinds';
import { frames } from './frames';
import type { Dokitto } from './kinds';
import Prize from './Prize.svelte';
import Table from './Table.svelte';

function rounds(lines: readonly Entry<Dokitto>[], players: number): Round[] {
  const rows: Round[] = [];
  let points: Round['points'] = [];
  const fell = new Set<number>();
  for (const { event } of lines) {
    if (event?.kind === 'toppled') fell.add(event.seat);
    if (event?.kind !== 'scored') continue;
    points[event.seat] = fell.has(event.seat) ? `0 ↓` : event.points;
    if (points.filter((p) => p !== undefined).length === players) {
      rows.push({ label: String(rows.length + 1), points });
      points = [];
      fell.clear();
    }
  }
  return rows;
}

export const page: GamePage<Dokitto> = {
  Table,
  Prize,
  tall: true,
  frames,
  rounds,
  status: (view) => t('dok.status', { round: view.round }),
};
