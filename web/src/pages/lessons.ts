/** The lessons by game: each is fetched when somebody wants to learn. `games/<game>/lesson.ts` is all that a lesson needs. */
import { guest, welcome } from '../games/guests.svelte';
import type { Step } from '../games/lesson';
import { api } from '../net/api';

const FOUND = import.meta.glob<{ lesson: Step[] }>('../games/*/lesson.ts');

export const hasLesson = (game: string): boolean => `../games/${game}/lesson.ts` in FOUND || !!guest(game)?.lesson?.length;

export async function lessonOf(game: string): Promise<Step[]> {
  const own = FOUND[`../games/${game}/lesson.ts`];
  return (own ? (await own()).lesson : (await api.game(game).then(welcome))?.lesson) ?? [];
}
