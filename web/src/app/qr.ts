/** A QR code for a link: byte mode, error correction L, versions 1 to 10. The result has true where the square is dark. */
const TOTAL = [0, 26, 44, 70, 100, 134, 172, 196, 242, 292, 346];
const CHECK = [0, 7, 10, 15, 20, 26, 18, 20, 24, 30, 18];
const BLOCKS = [0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4];
const ALIGN: number[][] = [
  [],
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = x & 128 ? (x << 1) ^ 0x11d : x << 1;
}
const times = (a: number, b: number) => (a && b ? EXP[LOG[a]! + LOG[b]!]! : 0);

function checkWords(data: number[], count: number): number[] {
  let poly = [1];
  for (let i = 0; i < count; i++) {
    const next = [...poly, 0];
    poly.forEach((p, k) => (next[k + 1]! ^= times(p, EXP[i]!)));
    poly = next;
  }
  const rest = [...data, ...new Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i]!;
    if (lead) poly.forEach((p, k) => (rest[i + k]! ^= times(p, lead)));
  }
  return rest.slice(data.length);
}

function codewords(text: string): [number, number[]] {
  const bytes = [...new TextEncoder().encode(text)];
  const version = TOTAL.findIndex((total, v) => v > 0 && total - CHECK[v]! * BLOCKS[v]! >= bytes.length + (v > 9 ? 3 : 2));
  if (version < 0) throw new Error('This link is too long for a QR code.');
  const room = TOTAL[version]! - CHECK[version]! * BLOCKS[version]!;
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version > 9 ? 16 : 8);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(''), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  const n = BLOCKS[version]!;
  const short = Math.floor(room / n);
  const parts: number[][] = [];
  for (let b = 0, at = 0; b < n; b++) {
    const size = short + (b >= n - (room % n) ? 1 : 0);
    parts.push(data.slice(at, (at += size)));
  }
  const checks = parts.map((part) => checkWords(part, CHECK[version]!));
  const out: number[] = [];
  for (let i = 0; i <= short; i++) for (const part of parts) if (i < part.length) out.push(part[i]!);
  for (let i = 0; i < CHECK[version]!; i++) for (const check of checks) out.push(check[i]!);
  return [version, out];
}

export function qr(text: string): boolean[][] {
  const [version, words] = codewords(text);
  const size = version * 4 + 17;
  const dark: boolean[][] = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const fixed: boolean[][] = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const set = (x: number, y: number, on: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    dark[y]![x] = on;
    fixed[y]![x] = true;
  };
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    for (let y = -4; y <= 4; y++)
      for (let x = -4; x <= 4; x++) {
        const ring = Math.max(Math.abs(x), Math.abs(y));
        set(cx + x, cy + y, ring !== 2 && ring !== 4);
      }
  for (const ay of ALIGN[version]!)
    for (const ax of ALIGN[version]!) {
      if ((ax === 6 && ay === 6) || (ax === 6 && ay === size - 7) || (ax === size - 7 && ay === 6)) continue;
      for (let y = -2; y <= 2; y++) for (let x = -2; x <= 2; x++) set(ax + x, ay + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
    }
  for (let i = 8; i < size - 8; i++) {
    if (!fixed[6]![i]) set(i, 6, i % 2 === 0);
    if (!fixed[i]![6]) set(6, i, i % 2 === 0);
  }
  const mask = 0;
  let rest = (1 << 3) | mask;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const format = ((((1 << 3) | mask) << 10) | rest) ^ 0x5412;
  const bit = (i: number) => ((format >> i) & 1) === 1;
  for (let i = 0; i <= 5; i++) set(8, i, bit(i));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let i = 9; i < 15; i++) set(14 - i, 8, bit(i));
  for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(i));
  set(8, size - 8, true);
  if (version >= 7) {
    let tail = version;
    for (let i = 0; i < 12; i++) tail = (tail << 1) ^ ((tail >> 11) * 0x1f25);
    const info = (version << 12) | tail;
    for (let i = 0; i < 18; i++) {
      const on = ((info >> i) & 1) === 1;
      set(size - 11 + (i % 3), Math.floor(i / 3), on);
      set(Math.floor(i / 3), size - 11 + (i % 3), on);
    }
  }
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      for (let k = 0; k < 2; k++) {
        const x = right - k;
        const up = ((right + 1) & 2) === 0;
        const y = up ? size - 1 - step : step;
        if (fixed[y]![x]) continue;
        const on = at < words.length * 8 && ((words[at >> 3]! >> (7 - (at & 7))) & 1) === 1;
        at++;
        dark[y]![x] = on !== ((x + y) % 2 === 0);
      }
    }
  }
  return dark;
}
