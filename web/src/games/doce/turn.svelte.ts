/** A turn in the making: a face, a square, perhaps the blocker first. The server's offers say what may become a move. */
import type { GameMove } from './messages';
import type { DoceDesk } from './kinds';

export class Turn {
  face = $state(4);
  square = $state('');
  blocker = $state(false);
  /** The square that was refused last. */
  tried = $state('');

  private readonly desk: () => DoceDesk;
  private readonly offered = $derived.by(() => {
    const squares = { place: new Set<string>(), block: new Set<string>() };
    for (const { move } of this.desk().moves) if (move.type !== 'pass') squares[move.type].add(move.square);
    return squares;
  });
  /** It is my turn and nothing moves. */
  readonly mine: boolean = $derived.by(() => {
    const { me, view, calm } = this.desk();
    return me !== null && view.acting.includes(me) && calm;
  });
  readonly mayBlock: boolean = $derived.by(() => this.offered.block.size > 0);

  constructor(desk: () => DoceDesk) {
    this.desk = desk;
  }

  legal(square: string): boolean {
    return this.offered[this.blocker ? 'block' : 'place'].has(square);
  }

  rest(): void {
    this.square = '';
    this.blocker = false;
  }

  choose(face: number): void {
    this.face = face;
    this.blocker = false;
  }

  toggleBlocker(): void {
    this.blocker = !this.blocker && this.mayBlock;
    this.square = '';
  }

  /** A square is pointed at: the first time it is chosen, the second time the die lies there. */
  pick(square: string): void {
    if (!this.mine || this.desk().sending) return;
    if (this.legal(square) && this.square !== square) {
      this.desk().forgive();
      this.square = square;
    } else this.play(square);
  }

  /** The move itself; one that is not offered is answered with its rule. */
  play(square: string): void {
    if (!this.mine || this.desk().sending) return;
    const move: GameMove = this.blocker ? { type: 'block', square } : { type: 'place', square, face: this.face };
    if (!this.legal(square)) {
      this.square = this.tried = square;
      return this.desk().ask(move);
    }
    this.desk().forgive();
    this.desk().act(move);
    this.rest();
  }
}
