import { t } from './words';
import type { DoceView } from './messages';
import type { Line } from '../../lib/messages';
import type { GamePage } from '../kinds';
import { frames } from './frames';
import Prize from './Prize.svelte';
import Table from './Table.svelte';

function rounds(lines: Line[]): { label: string; points: (number | string)[] }[] {
  const rows: { label: string; points: (number | string)[] }[] = [];
  for (const { event } of lines) {
    if (event?.['kind'] === 'won') {
      const points: number[] = [0, 0];
      points[event['seat'] as number] = event['points'] as number;
      rows.push({ label: String(rows.length + 1), points });
    } else if (event?.['kind'] === 'drew')
      rows.push({ label: String(rows.length + 1), points: [event['white'] as number, event['black'] as number] });
  }
  return rows;
}

export const page: GamePage = {
  Table: Table as never,
  Prize: Prize as never,
  frames: frames as never,
  rounds,
  status: ((view: DoceView, _: unknown, names: readonly string[]) =>
    t('doce.status', { round: view.round, name: names[view.starter] ?? '' })) as never,
};
