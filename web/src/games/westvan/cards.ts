/** West Van Soft's cards by word: which kind, which drawing, which name. */
import { FLAVOUR } from '../../kit/flavours';

const CONES: Record<string, string> = { sugar: 'Sugar cone', waffle: 'Waffle cone', wafer: 'Wafer cone', pretzel: 'Pretzel cone', dipped: 'Dipped cone', cup: 'Paper cup' };
const TOPS: Record<string, string> = { sprinkles: 'Sprinkles', fudge: 'Hot fudge', whip: 'Whipped cream', cherry: 'Cherry', peanuts: 'Crushed peanuts', gummies: 'Gummy bears' };
const SPECIAL: Record<string, string> = { burn: 'Freezer burn', budge: 'Budge in line', tastes: 'Change of tastes', insist: 'No, I insist!!', dog: 'Dog ate my ice cream', mouldy: 'Mouldy cones' };
const SCOOPS: Record<string, string> = { chocolate: 'choc', strawberry: 'straw', bubblegum: 'bubble' };
const PEOPLE: Record<string, string> = { 'The Food Critic': 'critic', 'The Ferry Captain': 'captain', 'The Yoga Teacher': 'yoga', 'The Night Nurse': 'nurse', 'The Dog Walker': 'walker', 'The House Agent': 'agent', 'The Science Teacher': 'science', 'The Wedding Planner': 'wedding' };

export type Kind = 'cone' | 'scoop' | 'top' | 'special';
export const scoopKey = (word: string): string => SCOOPS[word] ?? word;
export const topKey = (word: string): string => (word === 'gummies' ? 'gummy' : word);
export function kindOf(word: string): Kind {
  return word in CONES ? 'cone' : word in TOPS ? 'top' : word in SPECIAL ? 'special' : 'scoop';
}
export const nameOf = (word: string): string => CONES[word] ?? TOPS[word] ?? SPECIAL[word] ?? FLAVOUR[scoopKey(word)]?.name ?? word;
export const personKey = (name: string): string => PEOPLE[name] ?? name.replace('The ', '').toLowerCase();
