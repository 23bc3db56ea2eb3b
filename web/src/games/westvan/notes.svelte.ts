/** My pen: whom I have struck out and marked, of every rival and every day. Kept on this device, and nowhere else. */
export type Mark = 'no' | 'yes';
type Page = Record<string, Mark>;

const KEY = 'parlour.westvan.notes';
const KEPT = 24;

function all(): Record<string, Page> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return kept && typeof kept === 'object' && !Array.isArray(kept) ? (kept as Record<string, Page>) : {};
  } catch {
    return {};
  }
}

export class Notes {
  private page: Page = $state.raw({});
  private past: Page[] = $state.raw([]);
  readonly canUndo = $derived.by(() => this.past.length > 0);

  /** `where`: the table, the match, the day, whose eyes and whom it is about. */
  constructor(private readonly where: string) {
    const kept = all()[where];
    if (kept && typeof kept === 'object')
      this.page = Object.fromEntries(Object.entries(kept).filter(([, mark]) => mark === 'no' || mark === 'yes'));
  }

  of(name: string): Mark | undefined {
    return this.page[name];
  }

  /** Open, struck out, marked, and open again. */
  turn(name: string): void {
    const mark = this.page[name];
    const { [name]: _, ...rest } = this.page;
    this.past = [...this.past, this.page];
    this.keep(mark === 'yes' ? rest : { ...rest, [name]: mark === 'no' ? 'yes' : 'no' });
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.keep(before);
  }

  private keep(page: Page): void {
    this.page = page;
    const { [this.where]: _, ...others } = all();
    try {
      localStorage.setItem(
        KEY,
        JSON.stringify({ ...Object.fromEntries(Object.entries(others).slice(1 - KEPT)), [this.where]: page }),
      );
    } catch {
      // A device that keeps nothing has notes until the page is closed.
    }
  }
}
