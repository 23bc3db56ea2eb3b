/** Pieces of the house for a guest's page, which is plain JavaScript: each is drawn into an element and told what is new. */
import { mount, unmount, type Component } from 'svelte';
import type { House, Piece } from '../guests.svelte';
import Hand from './GuestHand.svelte';
import Row from './GuestRow.svelte';

type Context = Map<unknown, unknown>;

function piece<Given>(component: Component<{ given: Given }>, context: Context) {
  return (target: HTMLElement, first: Given): Piece<Given> => {
    let given = $state.raw(first);
    const props = {
      get given() {
        return given;
      },
    };
    const shown = mount(component, { target, props, context });
    return { update: (now) => void (given = now), destroy: () => void unmount(shown) };
  };
}

/** The pieces, which know of the table around what its context says. */
export const pieces = (context: Context): House => ({ hand: piece(Hand, context), row: piece(Row, context) });
