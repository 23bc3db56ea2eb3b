import { t } from './words';
import type { IonView } from './messages';
import type { Line } from '../../lib/messages';
import type { GamePage } from '../kinds';
import { frames } from './frames';
import { sheet } from './sheet';
import Prize from './Prize.svelte';
import Table from './Table.svelte';

/** A tournament's hands for the result; a quick game is one hand and needs no table. */
function rounds(lines: Line[], players: number): { label: string; points: (number | string)[] }[] {
  const rows = sheet(lines, players);
  return rows.some((row) => row.points.some(Boolean))
    ? rows.map((row) => ({ label: String(row.hand), points: row.points }))
    : [];
}

export const page: GamePage = {
  Table: Table as never,
  Prize: Prize as never,
  frames: frames as never,
  rounds,
  status: ((view: IonView) =>
    view.mode === 'tournament'
      ? t('ion.tournament', { n: view.target, hand: view.hand_no })
      : t('ion.quick', { n: view.players })) as never,
};
