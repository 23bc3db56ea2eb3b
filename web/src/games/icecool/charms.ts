/** The four charms as outlines within the unit circle, y up: on belly, back, head and fish, so that colour never stands alone. */
import type { Letter } from './plan';

export type Outline = readonly (readonly [number, number])[];

const turn = Math.PI * 2;
const round = (count: number, radius: number): Outline =>
  Array.from(
    { length: count },
    (_, k) => [radius * Math.cos((turn * k) / count), radius * Math.sin((turn * k) / count)] as const,
  );
const arc = (first: number, last: number): number[] =>
  Array.from({ length: 25 }, (_, k) => ((first + ((last - first) * k) / 24) * Math.PI) / 180);

const star: Outline = Array.from({ length: 10 }, (_, k) => {
  const [a, r] = [turn * (k / 10 + 0.25), k % 2 ? 0.46 : 1];
  return [r * Math.cos(a), r * Math.sin(a)] as const;
});
const ray = (k: number): Outline => {
  const [c, s] = [Math.cos((turn * k) / 8), Math.sin((turn * k) / 8)];
  return (
    [
      [0.66, -0.13],
      [1, -0.13],
      [1, 0.13],
      [0.66, 0.13],
    ] as const
  ).map(([u, v]) => [c * u - s * v, s * u + c * v] as const);
};
const moon: Outline = [
  ...arc(52, 308).map((a) => [0.9 * Math.cos(a) - 0.08, 0.9 * Math.sin(a)] as const),
  ...arc(78, 282)
    .reverse()
    .map((a) => [0.7 * Math.cos(a) + 0.33, 0.7 * Math.sin(a)] as const),
];
const loop: Outline = [
  [0, 0.12],
  [-0.55, 0.62],
  [-0.95, 0.55],
  [-0.95, -0.35],
  [-0.55, -0.4],
];
const tails: Outline = [
  [-0.1, -0.1],
  [-0.55, -0.95],
  [-0.2, -0.82],
  [0, -0.4],
  [0.2, -0.82],
  [0.55, -0.95],
  [0.1, -0.1],
];

export const CHARM: Record<Letter, readonly Outline[]> = {
  P: [star],
  O: [round(20, 0.48), ...Array.from({ length: 8 }, (_, k) => ray(k))],
  T: [moon],
  K: [loop, loop.map(([x, y]) => [-x, y] as const), tails, round(12, 0.2)],
};
export const FISH: Outline = [
  [-1, 0],
  [-0.92, 0.15],
  [-0.72, 0.34],
  [-0.3, 0.52],
  [0.1, 0.46],
  [0.42, 0.2],
  [0.86, 0.52],
  [0.96, 0.42],
  [0.88, 0],
  [0.96, -0.42],
  [0.86, -0.52],
  [0.42, -0.2],
  [0.1, -0.46],
  [-0.3, -0.52],
  [-0.72, -0.34],
  [-0.92, -0.15],
];
