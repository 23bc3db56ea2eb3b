/** ION's cards by id: d13a, PUN24, JOK5, DJK1. */
const ACTS: Record<string, string> = {
  BLK: 'block', CHL: 'challenge', GFT: 'gift', NGF: 'newgame5', NOP: 'noplay', PLA: 'playagain', PUN: 'punish',
  PPP: 'punishprev', PWH: 'punishwho', SHF: 'shift', TIC: 'ticktack', BOM: 'bomb', JOK: 'joker', DJK: 'doublejoker',
};
export interface Dots {
  a: number;
  b: number;
  act: string;
}
export function dots(id: string): Dots {
  if (id.startsWith('d')) return { a: Number(id[1]), b: Number(id[2]), act: '' };
  const act = ACTS[id.slice(0, 3)] ?? '';
  if (act === 'doublejoker') return { a: 0, b: 0, act };
  if (act === 'joker') return { a: Number(id[3]), b: 0, act };
  return { a: Number(id[3]), b: Number(id[4]), act };
}
