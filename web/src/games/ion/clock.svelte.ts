/** The clock of a Tick-Tack race on this page: shut until it opens, then what is left of it (ION-R18). */
import type { IonDesk } from './kinds';

/** Milliseconds by which this page's idea of the server's clock may be wrong. */
const UNSURE = 500;

export function raceClock(desk: () => IonDesk) {
  const race = $derived(desk().race);
  let now = $state(performance.now());
  $effect(() => {
    if (!race) return;
    let frame = requestAnimationFrame(function step() {
      now = performance.now();
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  });
  // What it is about is told when it opens, and then it is open whatever this page's clock says. Where everybody saw it
  // before (a position, a race that is run again) the clock opens it.
  const shown = $derived(!!desk().view.race);
  const since = $derived(shown ? performance.now() : Infinity);
  const shut = $derived(!!race && (!shown || (since < race.opens - UNSURE && now < race.opens)));
  return {
    get shut() {
      return shut;
    },
    /** Until it opens. */
    get until() {
      return race ? Math.max(0, race.opens - now) : 0;
    },
    get left() {
      return race && shown ? Math.min(race.closes - race.opens, Math.max(0, race.closes - now)) : 0;
    },
    /** How much of the ring is left. */
    get part() {
      return !race ? 1 : shut ? Math.min(1, this.until / 1500) : this.left / (race.closes - race.opens);
    },
  };
}
