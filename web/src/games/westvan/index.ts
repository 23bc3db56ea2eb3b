import { t } from './words';
import type { WestVanView } from './messages';
import type { Line } from '../../lib/messages';
import type { GamePage } from '../kinds';
import { frames } from './frames';
import Prize from './Prize.svelte';
import Table from './Table.svelte';

function rounds(lines: Line[], players: number): { label: string; points: (number | string)[] }[] {
  const rows: { label: string; points: (number | string)[] }[] = [];
  let row: (number | string)[] = [];
  for (const { event } of lines) {
    if (event?.['kind'] !== 'scored') continue;
    row[event['seat'] as number] = event['points'] as number;
    if (row.filter((p) => p !== undefined).length === players) {
      rows.push({ label: String(rows.length + 1), points: row });
      row = [];
    }
  }
  return rows;
}

export const page: GamePage = {
  Table: Table as never,
  Prize: Prize as never,
  frames: frames as never,
  rounds,
  status: ((view: WestVanView) => t('wvs.status', { day: view.day })) as never,
};
