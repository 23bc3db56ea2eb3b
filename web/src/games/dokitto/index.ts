import { t } from './words';
import type { DokittoView } from './messages';
import type { Line } from '../../lib/messages';
import type { GamePage } from '../kinds';
import { frames } from './frames';
import Prize from './Prize.svelte';
import Table from './Table.svelte';

function rounds(lines: Line[], players: number): { label: string; points: (number | string)[] }[] {
  const rows: { label: string; points: (number | string)[] }[] = [];
  let row: (number | string)[] = [];
  const fell = new Set<number>();
  for (const { event } of lines) {
    if (event?.['kind'] === 'toppled') fell.add(event['seat'] as number);
    if (event?.['kind'] !== 'scored') continue;
    const seat = event['seat'] as number;
    row[seat] = fell.has(seat) ? `0 ↓` : (event['points'] as number);
    if (row.filter((p) => p !== undefined).length === players) {
      rows.push({ label: String(rows.length + 1), points: row });
      row = [];
      fell.clear();
    }
  }
  return rows;
}

export const page: GamePage = {
  Table: Table as never,
  Prize: Prize as never,
  tall: true,
  frames: frames as never,
  rounds,
  status: ((view: DokittoView) => t('dok.status', { round: view.round })) as never,
};
