/** The desk of a page: what a game's table gets, whether it is played, looked at again or practised. */
import type { Desk, Kinds } from '../games/kinds';
import type { Stage } from './stage.svelte';

const nothing = () => undefined;

/** What the stage shows, for eyes alone; a page adds what there is to do, and whatever else it knows (getters stay alive). */
export function deskOf<G extends Kinds>(
  stage: Stage<G>,
  own: Partial<Desk<G>> & Pick<Desk<G>, 'seats' | 'name' | 'openRule'>,
): Desk<G> {
  const desk: Omit<Desk<G>, 'seats' | 'name' | 'openRule'> = {
    get view() {
      return stage.view as G['view'];
    },
    get effect() {
      return stage.effect;
    },
    get calm() {
      return stage.calm;
    },
    get said() {
      return stage.said;
    },
    get lines() {
      return stage.lines;
    },
    me: null,
    moves: [],
    sending: false,
    refused: null,
    options: {},
    over: false,
    race: null,
    raced: null,
    aimed: null,
    hints: true,
    shared: false,
    at: null,
    aim: nothing,
    act: nothing,
    ask: nothing,
    forgive: nothing,
  };
  return Object.defineProperties(desk, Object.getOwnPropertyDescriptors(own)) as Desk<G>;
}
