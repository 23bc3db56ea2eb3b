/** The games on the shelf: how each looks from outside, and where its page is. A game unknown here is still playable. */
import { spoken } from '../app/words.svelte';
import DoceBox from './doce/Box.svelte';
import DokittoBox from './dokitto/Box.svelte';
import IcecoolBox from './icecool/Box.svelte';
import IonBox from './ion/Box.svelte';
import type { GameLook } from './kinds';
import WestvanBox from './westvan/Box.svelte';

const plain = () => import('./plain');

export const SHELF: GameLook[] = [
  {
    key: 'dokitto',
    awning: 'light-dark(#F59CAA,#A84A5C)',
    box: '#F59CAA',
    ink: '#36202B',
    surface: 'dok',
    Box: DokittoBox,
    page: () => spoken(import('./dokitto')),
  },
  {
    key: 'doce',
    awning: 'light-dark(#B9814E,#6B4528)',
    box: '#8A5A35',
    ink: '#FFF8EC',
    surface: 'doce',
    open: true,
    Box: DoceBox,
    page: () => spoken(import('./doce')),
  },
  {
    key: 'ion',
    awning: 'light-dark(#2F7D75,#1F5C57)',
    box: '#1F5C57',
    ink: '#FFF8EC',
    surface: 'ion',
    Box: IonBox,
    page: () => spoken(import('./ion')),
  },
  {
    key: 'westvan',
    awning: 'light-dark(#7FCBAE,#2F6B58)',
    box: '#A5DCC5',
    ink: '#36202B',
    surface: 'wvs',
    Box: WestvanBox,
    page: () => spoken(import('./westvan')),
  },
  {
    key: 'icecool',
    awning: 'light-dark(#6FB3D2,#2F6480)',
    box: '#6FB3D2',
    ink: '#36202B',
    surface: 'ice',
    open: true,
    practice: '/practice/icecool',
    Box: IcecoolBox,
    page: () => spoken(import('./icecool')),
  },
];

export function look(key: string): GameLook {
  return (
    SHELF.find((game) => game.key === key) ?? {
      key,
      awning: 'light-dark(#BC1F3B,#8E2236)',
      box: '#E9B872',
      ink: '#36202B',
      surface: 'dok',
      page: plain,
    }
  );
}

/** All of them, those with a table of their own first. */
export const looks = (games: readonly { key: string }[]): GameLook[] => [
  ...SHELF,
  ...games.filter((game) => !SHELF.some((own) => own.key === game.key)).map((game) => look(game.key)),
];

/** What the box says when the server does not have the game (yet): its name, pitch, players and minutes. */
export const PROMISED: Record<string, { name: string; seats: string; minutes: number; pitch: string }> = {
  dokitto: { name: 'Dokitto! Ice', seats: '2–5', minutes: 20, pitch: '' },
  doce: { name: 'DOCE', seats: '2', minutes: 20, pitch: '' },
  ion: { name: 'ION', seats: '2–10', minutes: 15, pitch: '' },
  westvan: { name: 'West Van Soft', seats: '2–6', minutes: 30, pitch: '' },
  icecool: { name: 'ICECOOL2', seats: '2–4', minutes: 30, pitch: '' },
};
