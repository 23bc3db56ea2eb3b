import { screen } from '../../app/screen.svelte';
import { t } from './words';
import type { GamePage } from '../kinds';
import { frames, join, rounds } from './frames';
import type { Icecool } from './kinds';
import Prize from './Prize.svelte';
import Table from './Table.svelte';

export const page: GamePage<Icecool> = {
  Table,
  Prize,
  wide: () => true,
  more: true,
  frames,
  join,
  rounds,
  // On a phone the chips tell who catches.
  status: (view, _, names) =>
    t(screen.narrow ? 'ice.status.short' : 'ice.status', {
      round: view.round,
      of: view.rounds,
      name: names[view.catcher] ?? '',
    }),
};
