/** Dokitto in six ideas: follow, the highest, the lowest, the topping, the full cone, the points. */
import type { Step } from '../lesson';

const FOLLOW = {
  players: 3,
  leader: 2,
  trick: { 2: 'S9' },
  hands: [
    ['S4', 'S12', 'C3', 'C11', 'M2', 'M7', 'M9', 'M13'],
    ['S2', 'S6', 'S10', 'C4', 'C8', 'M1', 'M5', 'M10'],
    ['S1', 'C2', 'C6', 'C9', 'M3', 'M6', 'M12'],
  ],
};
const HIGHEST = {
  players: 3,
  leader: 1,
  trick: { 1: 'S9', 2: 'S5' },
  hands: [
    ['S4', 'S12', 'C3', 'C11', 'M2', 'M7', 'M9', 'M13'],
    ['S2', 'S6', 'C4', 'C8', 'M1', 'M5', 'M10'],
    ['S1', 'C2', 'C6', 'C9', 'M3', 'M6', 'M12'],
  ],
};
const LOWEST = {
  players: 3,
  leader: 1,
  trick: { 1: 'C10', 2: 'M6' },
  hands: [
    ['S4', 'S12', 'S13', 'M2', 'M7', 'M9', 'M11', 'M13'],
    ['S2', 'S6', 'C4', 'C8', 'M1', 'M5', 'M10'],
    ['S1', 'S5', 'S8', 'S9', 'M3', 'M4', 'M12'],
  ],
};
const STAR = {
  players: 3,
  leader: 1,
  trick: { 1: 'M8', 2: 'M6' },
  stacks: { S: ['plain', 'plain', 'star'], C: ['plain', 'star', 'plain'], M: ['plain', 'plain', 'star'] },
  hands: [
    ['S4', 'S12', 'C3', 'C11', 'M2', 'M7', 'M9', 'M13'],
    ['S2', 'S6', 'C4', 'C8', 'M1', 'M5', 'M10'],
    ['S1', 'C2', 'C6', 'C9', 'M3', 'M4', 'M12'],
  ],
};
const FULL = {
  players: 3,
  leader: 1,
  trick: { 1: 'C7', 2: 'C10' },
  past: [
    { leader: 0, cards: ['S13', 'S3', 'S5'] },
    { leader: 0, cards: ['C13', 'C2', 'C5'] },
    { leader: 0, cards: ['M13', 'M2', 'M4'] },
    { leader: 0, cards: ['M6', 'M8', 'M11'] },
    { leader: 2, cards: ['S6', 'S10', 'S2'] },
  ],
  hands: [
    ['C4', 'C12', 'M9'],
    ['C8', 'M5'],
    ['C6', 'M3'],
  ],
  stacks: { S: ['star'], C: ['plain', 'star'], M: ['star'] },
  cones: [['S', 'C', 'M'], ['S'], ['M']],
};
const LAST = {
  players: 3,
  leader: 1,
  trick: { 1: 'M10', 2: 'M8' },
  past: [
    { leader: 0, cards: ['S13', 'S3', 'S5'] },
    { leader: 0, cards: ['C13', 'C2', 'C5'] },
    { leader: 0, cards: ['M6', 'M1', 'M11'] },
    { leader: 2, cards: ['C3', 'C8', 'C9'] },
    { leader: 2, cards: ['S2', 'S10', 'S11'] },
    { leader: 2, cards: ['S6', 'S12', 'S1'] },
    { leader: 1, cards: ['M5', 'M13', 'M2'] },
  ],
  hands: [['M4'], [], []],
  stacks: { S: [], C: ['plain'], M: ['plain'] },
  cones: [
    ['S', 'C*'],
    ['S*', 'M'],
    ['M*', 'C', 'S'],
  ],
  score: [4, 6, 3],
};

export const lesson: Step[] = [
  {
    players: 3,
    position: FOLLOW,
    until: [{ kind: 'followed', seat: 0 }],
    say: {
      en: 'Strawberry was led, and you hold Strawberry: you must follow. Try another flavour to hear why not, then play a Strawberry.',
      de: 'Erdbeere wurde ausgespielt, und du hast Erdbeere: Du musst bedienen. Versuch etwas anderes und lies, warum nicht, dann spiel Erdbeere.',
      fr: 'On a entamé Fraise, et tu as de la Fraise : tu dois fournir. Essaie un autre parfum pour lire pourquoi non, puis joue une Fraise.',
      es: 'Se salió de Fresa y tienes Fresa: debes asistir. Prueba otro sabor para leer por qué no, y luego juega una Fresa.',
      it: 'Si è aperto con Fragola, e tu hai Fragola: devi rispondere. Prova un altro gusto per leggere perché no, poi gioca una Fragola.',
    },
    no: {
      en: 'Whoever has the flavour plays it. One of your two Strawberries, please.',
      de: 'Wer die Sorte hat, spielt sie. Bitte eine deiner zwei Erdbeeren.',
      fr: 'Qui a le parfum le joue. Une de tes deux Fraises, s’il te plaît.',
      es: 'Quien tiene el sabor, lo juega. Una de tus dos Fresas, por favor.',
      it: 'Chi ha il gusto lo gioca. Una delle tue due Fragole, per favore.',
    },
    well: {
      en: 'That is the whole duty: follow if you can, else play anything.',
      de: 'Mehr Pflicht gibt es nicht: bedienen, wenn es geht, sonst irgendetwas.',
      fr: 'C’est la seule obligation : fournir si tu peux, sinon jouer n’importe quoi.',
      es: 'Esa es toda la obligación: asiste si puedes; si no, juega lo que quieras.',
      it: 'L’obbligo è tutto qui: rispondi se puoi, altrimenti gioca quello che vuoi.',
    },
  },
  {
    players: 3,
    position: HIGHEST,
    until: [{ kind: 'highest', seat: 0 }],
    missed: [{ kind: 'highest' }],
    say: {
      en: 'All Strawberry so far. In a trick of one flavour the highest number wins: beat the 9.',
      de: 'Bisher alles Erdbeere. Bei einer einzigen Sorte gewinnt die höchste Zahl: Schlag die 9.',
      fr: 'Que de la Fraise jusqu’ici. Dans un pli d’un seul parfum, le plus grand nombre gagne : bats le 9.',
      es: 'Por ahora todo es Fresa. En una baza de un solo sabor gana el número más alto: supera el 9.',
      it: 'Finora tutto Fragola. In una presa di un solo gusto vince il numero più alto: supera il 9.',
    },
    no: {
      en: 'The trick stays with the highest Strawberry. Your 12 would have it.',
      de: 'Der Stich geht an die höchste Erdbeere. Deine 12 holt ihn.',
      fr: 'Le pli reste à la plus haute Fraise. Ton 12 l’aurait pris.',
      es: 'La baza es para la Fresa más alta. Con tu 12 sería tuya.',
      it: 'La presa va alla Fragola più alta. Col tuo 12 sarebbe tua.',
    },
    well: {
      en: 'Yours, and with it a Strawberry scoop for your cone.',
      de: 'Deiner, und damit eine Kugel Erdbeere auf deine Tüte.',
      fr: 'À toi, et avec lui une boule Fraise pour ton cornet.',
      es: 'Tuya, y con ella una bola de Fresa para tu cono.',
      it: 'Tua, e con lei una pallina di Fragola per il tuo cono.',
    },
  },
  {
    players: 3,
    position: LOWEST,
    until: [{ kind: 'took', seat: 0 }],
    missed: [
      { kind: 'lowest', seat: 1 },
      { kind: 'lowest', seat: 2 },
    ],
    say: {
      en: 'Two flavours: the trick is mixed, and now the lowest number of all wins. Win it with your Matcha 2, then choose a scoop.',
      de: 'Zwei Sorten: Der Stich ist gemischt, jetzt gewinnt die niedrigste Zahl. Hol ihn mit Matcha 2, dann wähl eine Kugel.',
      fr: 'Deux parfums : le pli est mélangé, et c’est le plus petit nombre de tous qui gagne. Prends-le avec ton Matcha 2, puis choisis une boule.',
      es: 'Dos sabores: la baza está mezclada y ahora gana el número más bajo. Gánala con tu Matcha 2 y elige una bola.',
      it: 'Due gusti: la presa è mista, e ora vince il numero più basso di tutti. Vincila col tuo Matcha 2, poi scegli una pallina.',
    },
    no: {
      en: 'Mixed turns everything round: small is strong. Your 2 beats them all.',
      de: 'Gemischt dreht alles um: Klein ist stark. Deine 2 schlägt alle.',
      fr: 'Mélangé, tout se retourne : petit, c’est fort. Ton 2 les bat tous.',
      es: 'Mezclada, todo se da la vuelta: lo pequeño es fuerte. Tu 2 gana a todos.',
      it: 'La presa mista rovescia tutto: piccolo è forte. Il tuo 2 li batte tutti.',
    },
    well: {
      en: 'Mixed: the lowest wins, and its player picks any flavour of the trick.',
      de: 'Gemischt: Die niedrigste gewinnt und darf sich eine Sorte des Stichs aussuchen.',
      fr: 'Mélangé : la plus basse gagne, et on choisit n’importe quel parfum du pli.',
      es: 'Mezclada: gana la más baja, y quien la jugó elige cualquier sabor de la baza.',
      it: 'Mista: vince la più bassa, e chi l’ha giocata sceglie un gusto qualsiasi della presa.',
    },
  },
  {
    players: 3,
    position: STAR,
    until: [{ kind: 'starred', seat: 0 }],
    missed: [{ kind: 'highest', seat: 1 }],
    say: {
      en: 'In every tub one scoop hides a star: it brings the flavour’s topping, one point more. Win this Matcha trick and look.',
      de: 'In jeder Schale versteckt eine Kugel einen Stern: Sie bringt die Garnierung, einen Punkt mehr. Gewinn diesen Matcha-Stich und schau.',
      fr: 'Dans chaque bac, une boule cache une étoile : elle apporte la garniture du parfum, un point de plus. Gagne ce pli de Matcha et regarde.',
      es: 'En cada cubeta una bola esconde una estrella: trae el topping de ese sabor, un punto más. Gana esta baza de Matcha y mira.',
      it: 'In ogni vaschetta una pallina nasconde una stella: porta la guarnizione di quel gusto, un punto in più. Vinci questa presa di Matcha e guarda.',
    },
    no: {
      en: 'Matcha 9 or 13 wins it. Have another go.',
      de: 'Matcha 9 oder 13 gewinnt. Versuch es noch einmal.',
      fr: 'Matcha 9 ou 13 le gagne. Essaie encore.',
      es: 'Con Matcha 9 o 13 la ganas. Prueba otra vez.',
      it: 'Con Matcha 9 o 13 la vinci. Riprova.',
    },
    well: {
      en: 'A star! The little flag on your cone is the topping.',
      de: 'Ein Stern! Das Fähnchen auf deiner Tüte ist die Garnierung.',
      fr: 'Une étoile ! Le petit drapeau sur ton cornet, c’est la garniture.',
      es: '¡Una estrella! La banderita de tu cono es el topping.',
      it: 'Una stella! La bandierina sul tuo cono è la guarnizione.',
    },
  },
  {
    players: 3,
    position: FULL,
    until: [{ kind: 'followed', seat: 0, card: 16 }],
    missed: [{ kind: 'toppled', seat: 0 }],
    say: {
      en: 'Your cone is full. A fourth scoop would topple it and your round scores 0: lose this trick on purpose.',
      de: 'Deine Tüte ist voll. Eine vierte Kugel kippt sie, und die Runde zählt 0: Verlier diesen Stich mit Absicht.',
      fr: 'Ton cornet est plein. Une quatrième boule le renverserait, et ta manche vaudrait 0 : perds ce pli exprès.',
      es: 'Tu cono está lleno. Una cuarta bola lo tumbaría y tu ronda valdría 0: pierde esta baza a propósito.',
      it: 'Il tuo cono è pieno. Una quarta pallina lo farebbe crollare e il round varrebbe 0: perdi apposta questa presa.',
    },
    no: {
      en: 'Oh no, it fell! Stay under the 10 this time.',
      de: 'Oje, gekippt! Bleib diesmal unter der 10.',
      fr: 'Oh non, tout est tombé ! Reste sous le 10 cette fois.',
      es: '¡Ay, se cayó! Esta vez quédate por debajo del 10.',
      it: 'Oh no, è crollato! Stavolta resta sotto il 10.',
    },
    well: {
      en: 'Well ducked. Three scoops are safe as long as you win nothing more.',
      de: 'Gut geduckt. Drei Kugeln sind sicher, solange du nichts mehr gewinnst.',
      fr: 'Bien esquivé. Trois boules sont en sécurité tant que tu ne gagnes plus rien.',
      es: 'Bien esquivado. Tres bolas están a salvo mientras no ganes nada más.',
      it: 'Ben schivata. Tre palline sono al sicuro finché non vinci altro.',
    },
  },
  {
    players: 3,
    position: LAST,
    until: [{ kind: 'scored', seat: 0 }],
    say: {
      en: 'The last card of the round. Then everybody counts: a point for each scoop and each topping. Play it.',
      de: 'Die letzte Karte der Runde. Dann zählen alle: je Kugel und je Garnierung ein Punkt. Spiel sie.',
      fr: 'La dernière carte de la manche. Ensuite tout le monde compte : un point par boule et par garniture. Joue-la.',
      es: 'La última carta de la ronda. Después todos cuentan: un punto por bola y uno por topping. Juégala.',
      it: 'L’ultima carta del round. Poi contano tutti: un punto per pallina e uno per guarnizione. Giocala.',
    },
    no: {
      en: 'Just play your last card.',
      de: 'Spiel einfach deine letzte Karte.',
      fr: 'Joue simplement ta dernière carte.',
      es: 'Juega tu última carta, nada más.',
      it: 'Gioca la tua ultima carta, nient’altro.',
    },
    well: {
      en: 'Two scoops and a topping: 3 points. Whoever has 10 after a round ends the game. You are ready.',
      de: 'Zwei Kugeln und eine Garnierung: 3 Punkte. Mit 10 nach einer Runde ist Schluss. Du bist so weit.',
      fr: 'Deux boules et une garniture : 3 points. Qui a 10 après une manche finit la partie. Te voilà prêt.',
      es: 'Dos bolas y un topping: 3 puntos. Si alguien tiene 10 tras una ronda, se acaba. Ya sabes jugar.',
      it: 'Due palline e una guarnizione: 3 punti. Chi ha 10 dopo un round chiude la partita. Ora sai giocare.',
    },
  },
];
