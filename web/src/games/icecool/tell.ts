/** The log of ICECOOL2 in the chosen language. */
import { listed, t } from '../../app/words.svelte';
import type { Event } from '../kinds';
import { roomName, sideWords, unpacked } from './flick';
import { DOORS, ROOMS } from './plan';

const TASKS = ['jump', 'two-doors', 'bounce'];
const SIDES = ['N', 'E', 'S', 'W'];
const JAMBS = ROOMS.length * 4;

function word(field: string, value: unknown, names: readonly string[]): string | number {
  const n = value as number;
  switch (field) {
    case 'seat':
    case 'other':
    case 'colour':
    case 'catcher':
      return names[n] ?? '';
    case 'x':
    case 'y':
      return n / 1000;
    case 'room':
    case 'source':
    case 'target':
      return n >= 0 ? roomName(ROOMS[n]!.id) : '';
    case 'door':
    case 'to':
      return DOORS[n]!.id;
    case 'over':
      return n >= 0 ? DOORS[n]!.id : t('ice.wall');
    case 'task':
    case 'first':
    case 'second':
      return t(`ice.task.${TASKS[n]}` as never);
    case 'flick': {
      const { aim, power, side, head } = unpacked(n);
      return [`${aim}°`, t('ice.told.power', { n: power }), ...(side ? [sideWords(side)] : []), ...(head ? [t('ice.head')] : [])].join(', ');
    }
    case 'surface':
      return n >= JAMBS ? t('ice.frame', { door: DOORS[n - JAMBS]!.id }) : t(`ice.wall.${SIDES[n % 4]}` as never, { room: roomName(ROOMS[Math.floor(n / 4)]!.id) });
    case 'where':
      return n < ROOMS.length ? t('ice.in', { room: roomName(ROOMS[n]!.id) }) : t('ice.stuckIn', { door: DOORS[n - ROOMS.length]!.id });
    case 'card':
      return n < 3 ? `1 (${t(`ice.task.${TASKS[n]}` as never)})` : n - 1;
    case 'time':
      return n === 1 ? t('ice.told.id') : t('ice.told.second');
    case 'why':
      return t(`ice.why.${n}` as never);
    case 'won': {
      const won = names.filter((_, seat) => (n >> seat) & 1);
      return won.length === 1 ? t('result.takes', { name: won[0]! }) : t('result.shared', { names: listed(won) });
    }
  }
  return n;
}

export function tell(event: Event, names: readonly string[]): string | undefined {
  const values: Record<string, string | number> = {};
  for (const [field, value] of Object.entries(event)) if (field !== 'kind' && value !== null && value !== undefined) values[field] = word(field, value, names);
  const kind = event.kind === 'drew' && (event['card'] === null || event['card'] === undefined) ? 'drew_hidden' : event.kind;
  if (kind === 'ended') return undefined;
  return t(`ice.told.${kind}` as never, values) || undefined;
}
