/** SHA-256 in plain code: the browser's own is missing on pages without https, such as a table in the house's network. */
const K = new Uint32Array(64);
const H0 = new Uint32Array(8);
{
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n && prime; d++) prime = n % d !== 0;
    if (!prime) continue;
    if (found < 8) H0[found] = (Math.sqrt(n) % 1) * 2 ** 32;
    K[found++] = (Math.cbrt(n) % 1) * 2 ** 32;
  }
}
const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));

export function sha256(data: Uint8Array): string {
  const blocks = new Uint8Array(((data.length + 72) >> 6) << 6);
  blocks.set(data);
  blocks[data.length] = 0x80;
  const words = new DataView(blocks.buffer);
  words.setUint32(blocks.length - 8, Math.floor(data.length / 2 ** 29));
  words.setUint32(blocks.length - 4, data.length << 3);
  const h = H0.slice();
  const w = new Uint32Array(64);
  for (let at = 0; at < blocks.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = words.getUint32(at + i * 4);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15]!;
      const b = w[i - 2]!;
      w[i] = w[i - 16]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7]! + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, k] = h as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const t1 = (k + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
      const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [k, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, k].forEach((x, i) => (h[i] = h[i]! + x));
  }
  return Array.from(h, (x) => x.toString(16).padStart(8, '0')).join('');
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const fromHex = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The hash that was shown before the first card. */
export const commitmentOf = (seed: string): string => sha256(joined(bytes('parlour commitment 1'), fromHex(seed)));

/** What binds a device to its salt before any salt is opened. */
export const bondOf = (salt: string): string => sha256(joined(bytes('parlour salt 1'), bytes(salt)));

/** The key that the whole deal grows from: seed and every seat's salt. */
export function keyOf(seed: string, salts: readonly string[]): string {
  const parts = [bytes('parlour key 1'), fromHex(seed), ...salts.map(bytes)];
  return sha256(joined(...parts.flatMap((part) => [new Uint8Array(new Uint32Array([part.length]).buffer), part])));
}
