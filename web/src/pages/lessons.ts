/** The lessons by game: each is fetched when somebody wants to learn. `games/<game>/lesson.ts` is all that a lesson needs. */
import type { Step } from '../games/lesson';

const FOUND = import.meta.glob<{ lesson: Step[] }>('../games/*/lesson.ts');

export const hasLesson = (game: string): boolean => `../games/${game}/lesson.ts` in FOUND;

export async function lessonOf(game: string): Promise<Step[]> {
  return (await FOUND[`../games/${game}/lesson.ts`]?.())?.lesson ?? [];
}
