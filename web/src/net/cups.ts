/** The calls of tournaments and leaderboards; they are the server's, a tab has none. */
import type {
  CupArrive,
  CupBegin,
  CupCorrect,
  CupEnd,
  CupFounded,
  CupGoOn,
  CupHalt,
  CupJoin,
  CupLeave,
  CupPlan,
  CupRemove,
  CupShown,
  CupSummary,
  Leaders,
  Rating,
  Seated,
} from '../lib/messages';
import { send } from './api';

export type CupAct = CupArrive | CupBegin | CupCorrect | CupEnd | CupGoOn | CupHalt | CupJoin | CupLeave | CupRemove;

export const cups = {
  mine: () => send<CupSummary[]>('GET', '/api/cups'),
  found: (plan: CupPlan) => send<CupFounded>('POST', '/api/cups', plan),
  show: (id: string) => send<CupShown>('GET', `/api/cups/${id}`),
  act: (id: string, act: CupAct) => send<CupShown>('POST', `/api/cups/${id}/acts`, act),
  table: (id: string) => send<Seated>('POST', `/api/cups/${id}/table`),
  /** The strongest at a game; of a club alone, for its members. */
  leaders: (game: string, club = '') => send<Leaders>('GET', `/api/games/${game}/leaders${club && `?club=${club}`}`),
  ratings: () => send<Rating[]>('GET', '/api/ratings'),
};

/** Points as people write them: 1½. */
export function points(n: number, language: string): string {
  const whole = Math.floor(n);
  if (Math.abs(n - whole - 0.5) < 1e-6) return whole ? `${whole}½` : '½';
  return n.toLocaleString(language, { maximumFractionDigits: 1 });
}
