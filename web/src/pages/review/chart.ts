/** The geometry of the curve of chances: where points, names and marks stand. */

/** How lines are told apart without their colours. */
export const DASHES = ['', '9 6', '2 5', '12 5 2 5', '5 4', '1 4', '14 4', '8 3 2 3', '3 3', '10 8'];

export interface Frame {
  left: number;
  right: number;
  top: number;
  low: number;
}

export const xAt = (frame: Frame, at: number, last: number): number =>
  frame.left + (at / Math.max(1, last)) * (frame.right - frame.left);
export const yAt = (frame: Frame, chance: number): number => frame.low - chance * (frame.low - frame.top);

/** The corners of a seat's line: its chance after every step, the deal first. */
export const line = (frame: Frame, chances: number[][], seat: number): string =>
  chances
    .map((all, at) => `${xAt(frame, at, chances.length - 1).toFixed(1)},${yAt(frame, all[seat] ?? 0).toFixed(1)}`)
    .join(' ');

/** The step that lies nearest to a place on the page. */
export const stepAt = (frame: Frame, x: number, last: number): number =>
  Math.min(last, Math.max(0, Math.round(((x - frame.left) / (frame.right - frame.left)) * last)));

/** Places near these heights that are at least so far apart, within top and bottom. */
export function apart(heights: number[], least: number, top: number, bottom: number): number[] {
  const order = heights.map((_, i) => i).toSorted((a, b) => heights[a]! - heights[b]! || a - b);
  const found = [...heights];
  let low = -Infinity;
  for (const i of order) low = found[i] = Math.max(heights[i]!, low + least, top);
  let high = Infinity;
  for (const i of order.toReversed()) high = found[i] = Math.min(found[i]!, high - least, bottom);
  return found;
}

/** Where rounds begin and end: the steps of each, in order. */
export function rounds(steps: { round: number }[]): { round: number; from: number; to: number }[] {
  const found: { round: number; from: number; to: number }[] = [];
  steps.forEach((step, i) => {
    const open = found.at(-1);
    if (open && open.round === step.round) open.to = i + 1;
    else found.push({ round: step.round, from: i, to: i + 1 });
  });
  return found;
}

/** A part of the victory in whole points of a hundred. */
export const points = (part: number): number => Math.round(100 * part);
/** The same with its sign, and a true minus. */
export const signed = (part: number): string => {
  const whole = points(part);
  return whole < 0 ? `−${-whole}` : `+${whole}`;
};
