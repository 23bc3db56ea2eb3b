/** The ten seats: a charm, its name and its colour. A seat keeps them for the whole match. */
export const SEATS = ['cherry', 'clover', 'moon', 'sun', 'bell', 'anchor', 'key', 'bow', 'feather', 'crown'] as const;
const COLOURS = ['#C0213D', '#3A7236', '#2F4C93', '#9A5B00', '#7A3C8E', '#0F6C76', '#79481F', '#B83280', '#4E5D69', '#666311'];
export const charm = (seat: number): string => SEATS[seat % SEATS.length] ?? 'cherry';
export const seatColour = (seat: number): string => COLOURS[seat % COLOURS.length] ?? '#C0213D';
