/** What a page and the worker that is its house say to each other. */
export interface Held {
  address: string;
  body: ArrayBuffer;
}

export type ToHouse =
  | { kind: 'begin'; role: 'house' | 'thinker'; folder: string; quick: boolean; files: Held[]; port: MessagePort }
  | { kind: 'call'; id: number; method: string; address: string; headers: string; body: string }
  | { kind: 'connect'; socket: number }
  | { kind: 'say'; socket: number; message: string }
  | { kind: 'hang_up'; socket: number };

export type FromHouse =
  | { kind: 'open' }
  | { kind: 'failed'; why: string }
  | { kind: 'answer'; id: number; answer: string }
  | { kind: 'said'; socket: number; message: string }
  | { kind: 'closed'; socket: number; code: number };
