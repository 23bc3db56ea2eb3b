import { t } from '../../app/words.svelte';
import type { WestVanView } from '../../lib/games/westvan';
import type { Line } from '../../lib/messages';
import type { Event, Frame, GamePage } from '../kinds';
import Table from './Table.svelte';

const DAY_END = new Set(['day_over', 'left', 'melted', 'burned', 'scored']);

/** What happened is told line by line; the end of a day is told in one piece, step by step. */
function frames(before: WestVanView, after: WestVanView, lines: Line[], me: number | null): Frame<WestVanView>[] {
  const told = lines.filter((line) => line.sentence);
  const end = told.filter((line) => DAY_END.has(String(line.event?.['kind'])));
  const rest = told.filter((line) => !end.includes(line));
  const out: Frame<WestVanView>[] = rest
    .slice(0, 8)
    .map((line, i): Frame<WestVanView> => ({ view: end.length ? before : after, hold: line.seat === me ? 260 : 620, lines: i === 7 ? rest.slice(7) : [line], sound: line.event?.['kind'] === 'acted' ? 'bell' : i ? undefined : 'scoop', effect: line.event as Event | null }));
  if (end.length) out.splice(0, 0, { view: before, hold: 2500 + 700 * Math.min(8, end.length), lines: end, sound: 'bell', effect: { kind: 'day_end', lines: end.map((line) => line.sentence) } });
  if (out.length && end.length) out.push({ view: after, hold: 60 });
  return out;
}

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

export const page: GamePage = { Table: Table as never, frames: frames as never, rounds, status: ((view: WestVanView) => t('wvs.status', { day: view.day })) as never };
