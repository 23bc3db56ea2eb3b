/** What stands where the prompt is when it is not my turn: whom the table waits for, or while things move what happens. */
import { listed, t } from '../app/words.svelte';
import type { Desk } from './kinds';

export const awaited = ({ calm, said, name }: Pick<Desk, 'calm' | 'said' | 'name'>, acting: readonly number[]): string =>
  acting.length && calm ? t('turn.wait', { name: listed(acting.map((seat) => name(seat))) }) : said;
