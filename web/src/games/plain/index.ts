import type { GamePage } from '../kinds';
import Table from './Table.svelte';

export const page: GamePage = { Table: Table as never, drawn: true };
