/** The words of West Van Soft, which come with its pages. */
import { vocabulary } from '../../app/words.svelte';
import { en } from './words/en';

export const { t, oneOf, maybe, plural } = vocabulary(en, import.meta.glob(['./words/*.ts', '!./words/en.ts']));
