import { t } from './words';
import type { IcecoolView } from './messages';
import type { GamePage } from '../kinds';
import { frames, join, rounds } from './frames';
import Prize from './Prize.svelte';
import Table from './Table.svelte';

export const page: GamePage = {
  Table: Table as never,
  Prize: Prize as never,
  wide: true,
  more: true,
  frames: frames as never,
  join: join as never,
  rounds,
  status: ((view: IcecoolView, _: unknown, names: readonly string[]) =>
    t('ice.status', { round: view.round, of: view.rounds, name: names[view.catcher] ?? '' })) as never,
};
