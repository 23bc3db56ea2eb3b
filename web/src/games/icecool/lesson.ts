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
      fr: 'À droite toute, la porte D1 a ton poisson. Tire ton pingouin vers la gauche, environ 50 %, et lâche. Les flèches et Entrée marchent aussi.',
      es: 'La puerta D1, justo a la derecha, tiene tu pez. Tira hacia atrás de tu pingüino, a la izquierda, un 50 %, y suelta. También valen las flechas e Intro.',
    },
    no: {
      en: 'Not through. The door is at 0 degrees: pull straight to the left.',
      de: 'Nicht hindurch. Die Tür liegt bei 0 Grad: zieh gerade nach links.',
      fr: 'Il n’est pas passé. La porte est à 0 degré : tire tout droit vers la gauche.',
      es: 'No la cruzó. La puerta está a 0 grados: tira recto hacia la izquierda.',
    },
    well: {
      en: 'All the way through: the fish is yours, and a card with it.',
      de: 'Ganz hindurch: Der Fisch gehört dir, und eine Karte dazu.',
      fr: 'D’un bout à l’autre : le poisson est à toi, et une carte avec.',
      es: 'Cruzada del todo: el pez es tuyo, y una carta con él.',
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
      fr: 'Maintenant une courbe. Sur l’image du panneau, glisse l’anneau à gauche ou à droite, puis lance et regarde le chemin.',
      es: 'Ahora, una curva. En el dibujo del panel arrastra el aro a la izquierda o a la derecha; luego tira y mira el camino.',
    },
    no: {
      en: 'Any flick will do here.',
      de: 'Jeder Schnipser ist hier recht.',
      fr: 'N’importe quelle pichenette va bien ici.',
      es: 'Aquí vale cualquier tiro.',
    },
    well: {
      en: 'Hit on the right it curves right, hit on the left it curves left.',
      de: 'Rechts getroffen läuft er nach rechts, links getroffen nach links.',
      fr: 'Touché à droite, il tourne à droite ; touché à gauche, il tourne à gauche.',
      es: 'Golpe a la derecha, curva a la derecha; golpe a la izquierda, curva a la izquierda.',
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
      fr: 'Le saut : choisis « Tête, saut », vise le mur de droite et lance à 75 % ou plus. Par-dessus un mur, ça compte ; par-dessus un poisson, non.',
      es: 'Salto: elige «Cabeza, salta», apunta a la pared de la derecha y tira con un 75 % o más. Por encima de una pared cuenta; por encima de un pez, no.',
    },
    no: {
      en: 'It stayed down. On the head, harder, straight at the wall.',
      de: 'Er blieb unten. Auf den Kopf, kräftiger, gerade auf die Wand.',
      fr: 'Il est resté au sol. Sur la tête, plus fort, droit sur le mur.',
      es: 'Se quedó abajo. A la cabeza, más fuerte y recto a la pared.',
    },
    well: {
      en: 'It flies! A jump brings no fish, but some tasks ask for it.',
      de: 'Er fliegt! Ein Sprung bringt keinen Fisch, aber manche Aufgabe verlangt ihn.',
      fr: 'Il vole ! Un saut n’apporte pas de poisson, mais certains défis le demandent.',
      es: '¡Vuela! Un salto no da pez, pero algunas pruebas lo piden.',
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
      fr: 'Coincé dans la porte. Depuis le cadre, son poisson ne se gagne pas : choisis d’abord une ligne orange, d’un côté ou de l’autre.',
      es: 'Encajado en la puerta. Desde dentro del marco no se gana su pez: elige antes una línea naranja, a un lado o al otro.',
    },
    no: {
      en: 'That was from the frame, so the fish stays. Choose a line first.',
      de: 'Das war aus dem Rahmen, also bleibt der Fisch. Wähl erst eine Linie.',
      fr: 'C’était depuis le cadre, donc le poisson reste. Choisis d’abord une ligne.',
      es: 'Eso fue desde el marco, así que el pez se queda. Elige antes una línea.',
    },
    well: {
      en: 'Right. From the line the door counts again.',
      de: 'Richtig. Von der Linie aus zählt die Tür wieder.',
      fr: 'C’est ça. Depuis la ligne, la porte compte de nouveau.',
      es: 'Eso es. Desde la línea la puerta vuelve a contar.',
    },
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
      fr: 'Les cartes poisson ont des pouvoirs. Un 1 annonce un défi : touche ta carte Saut, puis saute par-dessus le mur de droite comme tout à l’heure. Réussi, il apporte une carte de plus.',
      es: 'Las cartas de pez tienen poderes. Un 1 anuncia una prueba: pulsa tu carta de salto y salta la pared de la derecha como antes. Lograda, trae otra carta.',
    },
    no: {
      en: 'First the card, then “Head, jump”, to the right, with 75 % or more. A failed task costs nothing.',
      de: 'Erst die Karte, dann „Kopf, hüpfen“, nach rechts, mit 75 % oder mehr. Eine verpasste Aufgabe kostet nichts.',
      fr: 'D’abord la carte, puis « Tête, saut », vers la droite, à 75 % ou plus. Un défi manqué ne coûte rien.',
      es: 'Primero la carta, luego «Cabeza, salta», a la derecha, con un 75 % o más. Una prueba fallida no cuesta nada.',
    },
    well: {
      en: 'Done: one more card. The 1 lies face up now; it counts its point, but cannot be used again.',
      de: 'Geschafft: noch eine Karte. Die 1 liegt jetzt offen; sie zählt ihren Punkt, kann aber nichts mehr.',
      fr: 'Réussi : une carte de plus. Le 1 est visible maintenant ; il compte son point, mais ne sert plus.',
      es: 'Lograda: otra carta. El 1 queda boca arriba; cuenta su punto, pero ya no se puede usar.',
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
      fr: 'Deux 1 font des patins. Ta pichenette est finie, et ce n’est encore à personne d’autre : patine.',
      es: 'Dos 1 son patines. Tu tiro ha terminado y aún no le toca a nadie: sigue patinando.',
    },
    no: {
      en: 'That ended the turn. The card with the skates gives you another one.',
      de: 'Damit war der Zug zu Ende. Die Karte mit den Schlittschuhen gibt dir noch einen.',
      fr: 'Là, ton tour s’est fini. La carte aux patins t’en donne un autre.',
      es: 'Eso terminó el turno. La carta de los patines te da otro.',
    },
    well: {
      en: 'Another whole turn, at once. Cards that you draw in it may be used in it.',
      de: 'Noch ein ganzer Zug, sofort. Was du darin ziehst, darfst du darin auch benutzen.',
      fr: 'Encore un tour entier, tout de suite. Les cartes piochées pendant ce tour peuvent y servir.',
      es: 'Otro turno entero, enseguida. Las cartas que robes en él se pueden usar en él.',
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
      fr: 'Deux 2 déplacent un poisson. Ton dernier est à D3, loin, près de l’Attrapeur : accroche-le à D6. Une porte de ta propre pièce serait trop facile.',
      es: 'Dos 2 mueven un pez. El último tuyo cuelga de D3, lejos y junto al Cazador: cuélgalo en D6. Una puerta de la sala donde estás sería demasiado fácil.',
    },
    no: {
      en: 'First the card with the fish, then your fish on D3, then the door.',
      de: 'Erst die Karte mit dem Fisch, dann dein Fisch an D3, dann die Tür.',
      fr: 'D’abord la carte au poisson, puis ton poisson à D3, puis la porte.',
      es: 'Primero la carta del pez, luego tu pez en D3, luego la puerta.',
    },
    well: {
      en: 'Two 2s less to use, one door nearer. A 3 can do nothing: it is three points.',
      de: 'Zwei 2en verbraucht, eine Tür näher. Eine 3 kann nichts: Sie ist drei Punkte.',
      fr: 'Deux 2 de moins, une porte plus près. Un 3 n’a pas de pouvoir : il vaut trois points.',
      es: 'Dos 2 menos que usar, una puerta más cerca. Un 3 no puede nada: son tres puntos.',
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
      fr: 'À cette manche, c’est toi l’Attrapeur. Touche le pingouin orange : sa carte d’élève te vaut une carte.',
      es: 'En esta ronda eres el Cazador. Toca el pingüino naranja: su carné es una carta para ti.',
    },
    no: {
      en: 'Missed by a feather. Aim a little more carefully.',
      de: 'Knapp vorbei. Ziel ein wenig genauer.',
      fr: 'Raté d’une plume. Vise un peu mieux.',
      es: 'Por un pelo. Apunta con un poco más de cuidado.',
    },
    well: {
      en: 'Caught. A round ends with three fish, or when everybody is caught.',
      de: 'Gefangen. Eine Runde endet mit drei Fischen oder wenn alle gefangen sind.',
      fr: 'Attrapé. Une manche finit à trois poissons, ou quand tout le monde est pris.',
      es: 'Atrapado. Una ronda termina con tres peces, o cuando todos están atrapados.',
    },
  },
];
