import { t } from '../../app/words.svelte';
import type { IonView } from '../../lib/games/ion';
import type { Line } from '../../lib/messages';
import type { Event, Frame, GamePage } from '../kinds';
import Table from './Table.svelte';

const HOLDS: Record<string, number> = { rolled: 1000, threw: 800, exploded: 1400, hand_ended: 2400, duel_won: 900, slapped: 1000, aimed: 700, blocked: 800, shifted: 800, called: 700 };

/** The table card changes at once; what follows from it is told line by line. A race waits for nobody. */
function frames(_before: IonView, after: IonView, lines: Line[], me: number | null): Frame<IonView>[] {
  if (after.race) return [{ view: after, hold: 0, lines, sound: 'bell' }];
  const told = lines.filter((line) => line.sentence);
  const mine = told[0]?.event?.['seat'] === me;
  return told.slice(0, 8).map((line, i): Frame<IonView> => {
    const kind = String(line.event?.['kind'] ?? '');
    const sound = kind === 'rolled' || kind === 'threw' ? 'die' : kind === 'exploded' ? 'topple' : i === 0 ? 'card' : undefined;
    return { view: after, hold: HOLDS[kind] ?? (mine ? 260 : 480), lines: i === 7 ? told.slice(7) : [line], effect: line.event as Event | null, sound };
  });
}

export const page: GamePage = {
  Table: Table as never,
  frames: frames as never,
  status: ((view: IonView) => (view.mode === 'tournament' ? t('ion.tournament', { n: view.target, hand: view.hand_no }) : t('ion.quick', { n: view.players }))) as never,
};
