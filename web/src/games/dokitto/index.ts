import { t } from '../../app/words.svelte';
import type { DokittoView } from '../../lib/games/dokitto';
import type { Line } from '../../lib/messages';
import type { Event, GamePage } from '../kinds';
import { cardOf, cardWords, flavourName, LETTERS } from './flavours';
import { frames } from './frames';
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

function tell(event: Event, names: readonly string[]): string | undefined {
  const word = (name: string) => event[name] as number;
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(event)) {
    if (name === 'seat') values['seat'] = names[value as number] ?? '';
    else if (name === 'card') values['card'] = cardWords(cardOf(value as number));
    else if (name === 'flavour') values['flavour'] = flavourName(LETTERS[word('flavour')] ?? 'S');
    else if (name !== 'kind') values[name] = value as number;
  }
  return t(`dok.told.${event.kind}` as never, values) || undefined;
}

export const page: GamePage = {
  Table: Table as never,
  frames: frames as never,
  rounds,
  tell,
  status: ((view: DokittoView) => t('dok.status', { round: view.round })) as never,
};
