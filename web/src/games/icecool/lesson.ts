import type { Step } from '../lesson';

/** The learner is Purple; Orange, the Catcher, waits far away in the Kitchen. */
const RUN = { players: 2, catcher: 'orange', turn: 'purple', phase: 'preflick', options: { steady: 'perfect' } };
const FAR = { x: 60, y: 58 };

export const lesson: Step[] = [
  {
    players: 2,
    position: {
      ...RUN,
      penguins: { purple: { x: 30, y: 13 }, orange: FAR },
      fish: { D1: ['purple'], D3: ['purple'], D7: ['purple'] },
    },
    until: [{ kind: 'fished', seat: 0, door: 0 }],
    missed: [{ kind: 'rested', seat: 0 }],
    say: {
      en: 'Door D1, straight to the right, has your fish. Pull back from your penguin to the left, about 50 %, and let go. Arrow keys and Enter do the same.',
      de: 'An Tür D1, genau rechts, hängt dein Fisch. Zieh vom Pinguin nach links zurück, etwa 50 %, und lass los. Pfeiltasten und Enter gehen auch.',
    },
    no: {
      en: 'Not through. The door is at 0 degrees: pull straight to the left.',
      de: 'Nicht hindurch. Die Tür liegt bei 0 Grad: zieh gerade nach links.',
    },
    well: {
      en: 'All the way through: the fish is yours, and a card with it.',
      de: 'Ganz hindurch: Der Fisch gehört dir, und eine Karte dazu.',
    },
  },
  {
    players: 2,
    position: {
      ...RUN,
      penguins: { purple: { x: 30, y: 9 }, orange: FAR },
      fish: { D1: ['purple'], D3: ['purple'], D7: ['purple'] },
    },
    until: [
      { kind: 'rested', seat: 0 },
      { kind: 'returned', seat: 0 },
    ],
    say: {
      en: 'Now a curve. In the picture on the panel drag the ring to the left or right side, then flick and watch the way.',
      de: 'Jetzt eine Kurve. Zieh im Bild auf der Tafel den Ring nach links oder rechts, dann schnips und schau auf den Weg.',
    },
    no: { en: 'Any flick will do here.', de: 'Jeder Schnipser ist hier recht.' },
    well: {
      en: 'Hit on the right it curves right, hit on the left it curves left.',
      de: 'Rechts getroffen läuft er nach rechts, links getroffen nach links.',
    },
  },
  {
    players: 2,
    position: {
      ...RUN,
      penguins: { purple: { x: 31.5, y: 6.5 }, orange: FAR },
      fish: { D1: ['purple'], D3: ['purple'], D7: ['purple'] },
    },
    until: [{ kind: 'flew', seat: 0 }],
    missed: [
      { kind: 'rested', seat: 0 },
      { kind: 'returned', seat: 0 },
    ],
    say: {
      en: 'Jump: choose “Head, jump”, aim at the wall on the right and flick with 75 % or more. Over a wall counts, over a fish does not.',
      de: 'Sprung: wähl „Kopf, hüpfen“, ziel auf die Wand rechts und schnips mit 75 % oder mehr. Über eine Wand gilt, über einen Fisch nicht.',
    },
    no: {
      en: 'It stayed down. On the head, harder, straight at the wall.',
      de: 'Er blieb unten. Auf den Kopf, kräftiger, gerade auf die Wand.',
    },
    well: {
      en: 'It flies! A jump brings no fish, but some tasks ask for it.',
      de: 'Er fliegt! Ein Sprung bringt keinen Fisch, aber manche Aufgabe verlangt ihn.',
    },
  },
  {
    players: 2,
    position: {
      ...RUN,
      penguins: { purple: { x: 39.4, y: 13 }, orange: FAR },
      fish: { D1: ['purple'], D3: ['purple'], D7: ['purple'] },
    },
    until: [{ kind: 'placed', seat: 0 }],
    missed: [{ kind: 'flicked', seat: 0 }],
    say: {
      en: 'Stuck in the door. From inside the frame its fish cannot be won: first choose an orange line, on either side.',
      de: 'Du steckst in der Tür. Aus dem Rahmen heraus ist ihr Fisch nicht zu holen: wähl erst eine orange Linie, links oder rechts.',
    },
    no: {
      en: 'That was from the frame, so the fish stays. Choose a line first.',
      de: 'Das war aus dem Rahmen, also bleibt der Fisch. Wähl erst eine Linie.',
    },
    well: { en: 'Right. From the line the door counts again.', de: 'Richtig. Von der Linie aus zählt die Tür wieder.' },
  },
  {
    players: 2,
    position: {
      ...RUN,
      phase: 'announce',
      penguins: { purple: { x: 31.5, y: 6.5 }, orange: FAR },
      fish: { D1: ['purple'], D3: ['purple'], D7: ['purple'] },
      cards: { purple: { down: ['1J'] } },
    },
    until: [{ kind: 'did_task', seat: 0 }],
    missed: [
      { kind: 'failed_task', seat: 0 },
      { kind: 'rested', seat: 0 },
      { kind: 'returned', seat: 0 },
    ],
    say: {
      en: 'Fish cards have powers. A 1 calls a task: press your Jump card, then jump over the wall on the right as before. Done, it brings one more card.',
      de: 'Fischkarten können etwas. Eine 1 sagt eine Aufgabe an: Drück deine Karte „Sprung“, dann spring wie eben über die Wand rechts. Geschafft bringt sie noch eine Karte.',
    },
    no: {
      en: 'First the card, then “Head, jump”, to the right, with 75 % or more. A failed task costs nothing.',
      de: 'Erst die Karte, dann „Kopf, hüpfen“, nach rechts, mit 75 % oder mehr. Eine verpasste Aufgabe kostet nichts.',
    },
    well: {
      en: 'Done: one more card. The 1 lies face up now; it counts its point, but cannot be used again.',
      de: 'Geschafft: noch eine Karte. Die 1 liegt jetzt offen; sie zählt ihren Punkt, kann aber nichts mehr.',
    },
  },
  {
    players: 2,
    position: {
      ...RUN,
      phase: 'post',
      penguins: { purple: { x: 20, y: 13 }, orange: FAR },
      fish: { D1: ['purple'], D3: ['purple'], D7: ['purple'] },
      cards: { purple: { down: ['1J', '1T'] } },
    },
    until: [{ kind: 'skated', seat: 0 }],
    missed: [{ kind: 'ended', seat: 0 }, { kind: 'flicked' }],
    say: {
      en: 'Two 1s are ice skates. Your flick is over, and nobody else is on turn yet: skate on.',
      de: 'Zwei 1en sind Schlittschuhe. Dein Schnipser ist vorbei, und noch ist niemand anders dran: Lauf weiter.',
    },
    no: {
      en: 'That ended the turn. The card with the skates gives you another one.',
      de: 'Damit war der Zug zu Ende. Die Karte mit den Schlittschuhen gibt dir noch einen.',
    },
    well: {
      en: 'Another whole turn, at once. Cards that you draw in it may be used in it.',
      de: 'Noch ein ganzer Zug, sofort. Was du darin ziehst, darfst du darin auch benutzen.',
    },
  },
  {
    players: 2,
    position: {
      ...RUN,
      penguins: { purple: { x: 30, y: 13 }, orange: FAR },
      collected: { purple: 2 },
      fish: { D3: ['purple'] },
      cards: { purple: { down: ['2', '2'] } },
    },
    until: [{ kind: 'moved', seat: 0 }],
    missed: [{ kind: 'flicked', seat: 0 }],
    say: {
      en: 'Two 2s move a fish. Your last one hangs on D3, far away beside the Catcher: hang it on D6. A door of the room you are in would be too easy.',
      de: 'Zwei 2en hängen einen Fisch um. Dein letzter hängt an D3, weit weg beim Fänger: Häng ihn an D6. Eine Tür des Raums, in dem du bist, wäre zu leicht.',
    },
    no: {
      en: 'First the card with the fish, then your fish on D3, then the door.',
      de: 'Erst die Karte mit dem Fisch, dann dein Fisch an D3, dann die Tür.',
    },
    well: {
      en: 'Two 2s less to use, one door nearer. A 3 can do nothing: it is three points.',
      de: 'Zwei 2en verbraucht, eine Tür näher. Eine 3 kann nichts: Sie ist drei Punkte.',
    },
  },
  {
    players: 2,
    position: {
      ...RUN,
      catcher: 'purple',
      penguins: { purple: { x: 50, y: 12 }, orange: { x: 58, y: 22 } },
      first: [],
      fish: { D1: ['orange'], D3: ['orange'], D7: ['orange'] },
    },
    until: [{ kind: 'caught', seat: 1 }],
    missed: [
      { kind: 'rested', seat: 0 },
      { kind: 'returned', seat: 0 },
    ],
    say: {
      en: 'This round you are the Catcher. Touch the orange penguin: its ID is a card for you.',
      de: 'In dieser Runde fängst du. Berühr den orangen Pinguin: Sein Ausweis ist eine Karte für dich.',
    },
    no: { en: 'Missed by a feather. Aim a little more carefully.', de: 'Knapp vorbei. Ziel ein wenig genauer.' },
    well: {
      en: 'Caught. A round ends with three fish, or when everybody is caught.',
      de: 'Gefangen. Eine Runde endet mit drei Fischen oder wenn alle gefangen sind.',
    },
  },
];
