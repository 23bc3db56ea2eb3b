import type { GamePage } from '../kinds';
import Table, { type Plain } from './Table.svelte';

export const page: GamePage<Plain> = { Table, drawn: true };

/** Waits for a guest's style sheet, so that its table never stands there bare; one that does not come is done without. */
export async function dress(style?: string): Promise<void> {
  if (!style || document.querySelector(`link[href="${style}"]`)) return;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: style });
  document.head.append(link);
  await new Promise((done) => (link.onload = link.onerror = done));
}
