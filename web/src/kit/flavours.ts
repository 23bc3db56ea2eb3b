/** Flavours: name, base, deep (shade), ink (text on tint), tint (card face). */
export interface Flavour {
  key: string;
  name: string;
  base: string;
  deep: string;
  ink: string;
  tint: string;
}
const rows: [string, string, string, string, string, string][] = [
  ['straw', 'Strawberry', '#F59CAA', '#E07A8C', '#A32943', '#FDE4E3'],
  ['choc', 'Chocolate', '#8E5A3B', '#683C24', '#5E3320', '#F0DECC'],
  ['matcha', 'Matcha', '#ABC66E', '#7C9B44', '#48651B', '#EBF2D4'],
  ['grape', 'Grape', '#AC90D4', '#7E5FAE', '#5B3C8C', '#EAE1F6'],
  ['vanilla', 'Vanilla', '#FBE4A6', '#DDB45A', '#7A5409', '#FFF6DA'],
  ['mint', 'Mint chip', '#A8E0CC', '#64B297', '#1D6650', '#E0F5EC'],
  ['mango', 'Mango', '#FFBD55', '#E58A1C', '#8A4A00', '#FFEFD2'],
  ['maple', 'Maple walnut', '#DBA56C', '#AC6F37', '#73400F', '#F8E7D3'],
  ['tiger', 'Tiger tail', '#F68F45', '#C95E15', '#8E3A05', '#FDE5D2'],
  ['bubble', 'Bubblegum', '#8FCBF2', '#4E97CC', '#1C5C8C', '#E1F1FC'],
  ['lemon', 'Lemon sorbet', '#FFF194', '#DCC22F', '#6B5B00', '#FFFBD8'],
];
export const FLAVOUR: Record<string, Flavour> = Object.fromEntries(
  rows.map(([key, name, base, deep, ink, tint]) => [key, { key, name, base, deep, ink, tint }]),
);
