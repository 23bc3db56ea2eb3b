/** What tournaments and the table of honour say, in every language there is. */
import { vocabulary } from '../../app/words.svelte';
import { en } from './words/en';

export const { t, oneOf, maybe, plural } = vocabulary(en, import.meta.glob(['./words/*.ts', '!./words/en.ts']));
