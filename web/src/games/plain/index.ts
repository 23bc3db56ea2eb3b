import type { GamePage } from '../kinds';
import Table, { type Plain } from './Table.svelte';

export const page: GamePage<Plain> = { Table, drawn: true };
