import { t } from './words';
import type { Entry, GamePage, Round } from '../kinds';
import { frames } from './frames';
import type { Doce } from './kinds';
import Prize from './Prize.svelte';
import Table from './Table.svelte';

function rounds(lines: readonly Entry<Doce>[]): Round[] {
  const rows: Round[] = [];
  for (const { event } of lines) {
    const label = String(rows.length + 1);
    if (event?.kind === 'won') rows.push({ label, points: [0, 1].map((seat) => (seat === event.seat ? event.points : 0)) });
    else if (event?.kind === 'drew') rows.push({ label, points: [event.white, event.black] });
  }
  return rows;
}

export const page: GamePage<Doce> = {
  Table,
  Prize,
  frames,
  rounds,
  status: (view, _, names) => t('doce.status', { round: view.round, name: names[view.starter] ?? '' }),
};
