/** A seat's time, told to the chips by whoever runs the table: a clock, whether its person is away, and the countdown then. */
import { getContext, setContext } from 'svelte';

export interface SeatTime {
  /** Milliseconds that the seat has left; null without a clock. */
  left: number | null;
  /** It counts down now. */
  running: boolean;
  low: boolean;
  /** Seconds until a bot takes the seat of somebody who is away, and the whole span; null when nobody is missed. */
  takeover: number | null;
  /** Its person is not here. */
  gone: boolean;
  span: number;
}

type Teller = (seat: number) => SeatTime | null;
const KEY = Symbol('times');
export const tellTimes = (teller: Teller): Teller => setContext(KEY, teller);
export const times = (): Teller => getContext<Teller | undefined>(KEY) ?? (() => null);

const two = (n: number) => String(n).padStart(2, '0');

/** Days and hours from afar, minutes and seconds when it counts. */
export function clockFace(left: number): string {
  const s = Math.ceil(left / 1000);
  if (s >= 172_800) return `${Math.floor(s / 86_400)} d ${Math.floor((s % 86_400) / 3600)} h`;
  if (s >= 3600) return `${Math.floor(s / 3600)}:${two(Math.floor((s % 3600) / 60))} h`;
  return `${Math.floor(s / 60)}:${two(s % 60)}`;
}
