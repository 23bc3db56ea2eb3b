/** One try at a puzzle: what is played is compared with the right moves; what is allowed, and what comes of it, is the rules engine's. */
import type { Line, Offer, PuzzleSaid, TurnSaid } from '../../lib/messages';

export type Verdict = 'open' | 'wrong' | 'solved' | 'shown';

const same = (a: unknown, b: unknown): boolean =>
  a === b ||
  (typeof a === 'object' && typeof b === 'object' && !!a && !!b
    ? Object.keys({ ...a, ...b }).every((key) => same((a as never)[key], (b as never)[key]))
    : false);

export class Sitting {
  verdict: Verdict = $state('open');
  /** What the others answer now, and while it is shown the moves of the solution too. */
  due: { seat: number; number: number }[] = $state.raw([]);
  /** The number of my last move. */
  played: number | undefined = $state();
  /** The browser knows of the verdict. */
  kept = $state(false);
  private turns: TurnSaid[];
  /** How many moves were made when mine was sent that the events must judge. */
  private waits: number | undefined;

  constructor(
    readonly puzzle: PuzzleSaid,
    showing = false,
  ) {
    this.turns = puzzle.turns;
    if (showing) {
      this.verdict = 'shown';
      for (let turns = puzzle.turns; turns[0]; turns = turns[0].then ?? [])
        this.due = [...this.due, { seat: puzzle.seat, number: turns[0].number }, ...(turns[0].answers ?? [])];
    }
  }

  get seat(): number {
    return this.puzzle.seat;
  }

  /** My move is on its way. */
  play(move: unknown, offers: readonly Offer[], made: number): void {
    const number = offers.find((offer) => same(offer.move, move))?.number;
    this.played = number;
    const turn = this.turns.find((one) => one.number === number);
    if (this.puzzle.until?.length && !this.turns.some((one) => one.then?.length)) this.waits = made;
    else if (!turn) this.verdict = 'wrong';
    else if (turn.then?.length) {
      this.turns = turn.then;
      this.due = turn.answers ?? [];
    } else this.verdict = 'solved';
  }

  /** Everything that was played has been seen. */
  look(lines: readonly Line[], made: number, mine: boolean): void {
    if (this.waits === undefined || made <= this.waits) return;
    this.waits = undefined;
    if (this.happened(lines)) this.verdict = 'solved';
    else if (!mine) this.verdict = 'wrong';
  }

  /** Whether all that is wanted has happened. */
  happened(lines: readonly { event?: Record<string, unknown> | null }[]): boolean {
    const until = this.puzzle.until ?? [];
    return (
      until.length > 0 &&
      until.every((sign) =>
        lines.some(({ event }) => !!event && Object.entries(sign).every(([field, value]) => event[field] === value)),
      )
    );
  }
}
