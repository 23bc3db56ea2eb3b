/** Short names for parts of the messages. */
import type { EMOTES, SeatShown } from '../lib/messages';

export type Level = NonNullable<SeatShown['level']>;
export type Emote = (typeof EMOTES)[number];
