/** West Van Soft in six ideas: taste, start, grow, spoil, share, count. */
import type { Step } from '../lesson';

const NURSE = 'night nurse';
const HIKER = 'hiker';
const base = { players: 2, characters: [NURSE, HIKER], current: 0, scooper: 1, turn: 'middle', phase: 'play' };

export const lesson: Step[] = [
  {
    players: 2,
    position: {
      ...base,
      scooper: 0,
      turn: 'opening',
      phase: 'keep',
      tray: ['mint', 'lemon'],
      freezers: [
        ['waffle', 'cup', 'chocolate', 'vanilla', 'mango', 'tiger', 'lemon', 'whip', 'gummies'],
        ['sugar', 'pretzel', 'maple', 'maple', 'strawberry', 'bubblegum', 'vanilla', 'fudge', 'cherry'],
      ],
    },
    until: [{ kind: 'kept', seat: 0, card: 9 }],
    missed: [{ kind: 'kept', seat: 0 }],
    say: {
      en: 'You are secretly the Night Nurse: hearts are what she likes, crosses what she cannot stand. Two cards lie on your tray. Keep the one she likes.',
      de: 'Du bist heimlich die Nachtschwester: Herzen mag sie, Kreuze kann sie nicht ausstehen. Zwei Karten liegen auf deinem Tablett. Behalte, was sie mag.',
      pl: 'W sekrecie jesteś nocną pielęgniarką: serca lubi, krzyżyków nie znosi. Na twojej tacy leżą dwie karty. Zatrzymaj tę, którą lubi.',
      fr: 'En secret, tu es l’infirmière de nuit : les cœurs, elle aime ; les croix, elle ne supporte pas. Deux cartes sont sur ton plateau. Garde celle qu’elle aime.',
      es: 'Eres en secreto la Enfermera de noche: los corazones son lo que le gusta; las cruces, lo que no soporta. En tu bandeja hay dos cartas. Quédate la que le gusta.',
      it: 'In segreto sei l’Infermiera di notte: i cuori sono ciò che le piace, le croci ciò che non sopporta. Sul tuo vassoio ci sono due carte. Tieni quella che le piace.',
    },
    no: {
      en: 'Look at the stamps in the corner: the heart is yours.',
      de: 'Schau auf die Stempel in der Ecke: Das Herz ist deins.',
      pl: 'Spójrz na stempelki w rogu: serce jest twoje.',
      fr: 'Regarde les tampons dans le coin : le cœur est à toi.',
      es: 'Mira los sellos de la esquina: el corazón es el tuyo.',
      it: 'Guarda i timbri nell’angolo: il cuore è il tuo.',
    },
    well: {
      en: 'The other card went to the discards, for all to see. Nobody knows what you kept.',
      de: 'Die andere Karte liegt offen auf der Ablage. Was du behalten hast, weiß niemand.',
      pl: 'Druga karta leży wśród odrzuconych, na oczach wszystkich. Nikt nie wie, co zostało u ciebie.',
      fr: 'L’autre carte est à la défausse, à la vue de tous. Personne ne sait ce que tu as gardé.',
      es: 'La otra carta fue a los descartes, a la vista de todos. Nadie sabe cuál te quedaste.',
      it: 'L’altra carta è andata negli scarti, sotto gli occhi di tutti. Che cosa hai tenuto non lo sa nessuno.',
    },
  },
  {
    players: 2,
    position: {
      ...base,
      freezers: [
        ['waffle', 'cup', 'pretzel', 'mint', 'chocolate', 'vanilla', 'tiger', 'lemon', 'whip', 'gummies'],
        ['sugar', 'pretzel', 'maple', 'maple', 'strawberry', 'bubblegum', 'vanilla', 'fudge', 'cherry'],
      ],
    },
    until: [
      { kind: 'started', seat: 0, cone: 1, scoop: 9 },
      { kind: 'started', seat: 0, cone: 1, scoop: 7 },
    ],
    missed: [
      { kind: 'started', seat: 0 },
      { kind: 'passed', seat: 0 },
    ],
    say: {
      en: 'Start a melt: a cone and a scoop together. Take the Waffle cone, then Mint chip or Chocolate.',
      de: 'Fang ein Eis an: Tüte und Kugel zusammen. Nimm die Waffeltüte, dann Minze-Schoko oder Schoko.',
      pl: 'Zacznij porcję: rożek i gałka razem. Weź Rożek waflowy, potem Miętę z czekoladą albo Czekoladę.',
      fr: 'Commence une glace : un cornet et une boule ensemble. Prends le Cornet gaufré, puis Menthe-chocolat ou Chocolat.',
      es: 'Empieza un helado: un cono y una bola a la vez. Toma el Cono de gofre y luego Menta y choco o Chocolate.',
      it: 'Comincia un gelato: un cono e una pallina insieme. Prendi il Cono di cialda, poi Menta e cioccolato o Cioccolato.',
    },
    no: {
      en: 'A melt with anything she dislikes is worth nothing. Only hearts this time.',
      de: 'Ein Eis mit etwas, das sie nicht mag, ist nichts wert. Diesmal nur Herzen.',
      pl: 'Porcja z czymkolwiek, czego ona nie lubi, jest nic niewarta. Tym razem same serca.',
      fr: 'Une glace avec quoi que ce soit qu’elle n’aime pas ne vaut rien. Que des cœurs cette fois.',
      es: 'Un helado con algo que no soporta no vale nada. Esta vez, solo corazones.',
      it: 'Un gelato con qualcosa che non sopporta non vale niente. Stavolta solo cuori.',
    },
    well: {
      en: 'Two cards, both liked: 2 × (1 + 2) = 6 points already.',
      de: 'Zwei Karten, beide gemocht: 2 × (1 + 2) = schon 6 Punkte.',
      pl: 'Dwie karty, obie lubiane: 2 × (1 + 2) = już 6 punktów.',
      fr: 'Deux cartes, toutes deux aimées : 2 × (1 + 2) = déjà 6 points.',
      es: 'Dos cartas, le gustan las dos: 2 × (1 + 2) = ya 6 puntos.',
      it: 'Due carte, tutte e due gradite: 2 × (1 + 2) = già 6 punti.',
    },
  },
  {
    players: 2,
    position: {
      ...base,
      flights: [[{ cone: 'waffle', scoops: ['mint'] }], []],
      freezers: [
        ['cup', 'chocolate', 'vanilla', 'tiger', 'lemon', 'whip', 'gummies', 'mango'],
        ['sugar', 'pretzel', 'maple', 'maple', 'strawberry', 'bubblegum', 'vanilla', 'fudge', 'cherry'],
      ],
    },
    until: [
      { kind: 'scooped', seat: 0, scoop: 7, owner: 0 },
      { kind: 'topped', seat: 0, topping: 17, owner: 0 },
    ],
    missed: [
      { kind: 'scooped', seat: 0 },
      { kind: 'topped', seat: 0 },
      { kind: 'started', seat: 0 },
      { kind: 'passed', seat: 0 },
    ],
    say: {
      en: 'Melts grow: each card adds one, each liked card one more to the multiplier. Put Chocolate on yours. (Whipped cream would finish it for good.)',
      de: 'Eis wächst: Jede Karte zählt, jede gemochte vervielfacht. Gib Schoko auf deins. (Schlagsahne würde es für immer fertig machen.)',
      pl: 'Porcje rosną: każda karta się liczy, każda lubiana mnoży jeszcze bardziej. Połóż Czekoladę na swojej. (Bita śmietana skończyłaby ją na dobre.)',
      fr: 'Une glace grandit : chaque carte compte, chaque carte aimée la multiplie encore. Mets Chocolat sur la tienne. (Chantilly la finirait pour de bon.)',
      es: 'Los helados crecen: cada carta suma una, y cada una que gusta sube el multiplicador. Pon Chocolate en el tuyo. (La Nata montada lo cerraría para siempre.)',
      it: 'I gelati crescono: ogni carta aggiunge uno, ogni carta gradita uno in più al moltiplicatore. Metti Cioccolato sul tuo. (La Panna montata lo chiuderebbe per sempre.)',
    },
    no: {
      en: 'Pick Chocolate in your freezer, then your own melt.',
      de: 'Nimm Schoko aus deinem Gefrierfach, dann dein eigenes Eis.',
      pl: 'Weź Czekoladę ze swojej zamrażarki, potem własną porcję.',
      fr: 'Prends Chocolat dans ton congélateur, puis ta propre glace.',
      es: 'Toma Chocolate de tu congelador y luego tu propio helado.',
      it: 'Prendi Cioccolato dal tuo freezer, poi il tuo gelato.',
    },
    well: {
      en: 'Three cards, three hearts: 3 × 4 = 12.',
      de: 'Drei Karten, drei Herzen: 3 × 4 = 12.',
      pl: 'Trzy karty, trzy serca: 3 × 4 = 12.',
      fr: 'Trois cartes, trois cœurs : 3 × 4 = 12.',
      es: 'Tres cartas, tres corazones: 3 × 4 = 12.',
      it: 'Tre carte, tre cuori: 3 × 4 = 12.',
    },
  },
  {
    players: 2,
    position: {
      ...base,
      flights: [[{ cone: 'waffle', scoops: ['mint'], topping: 'whip' }], [{ cone: 'pretzel', scoops: ['maple', 'chocolate'] }]],
      freezers: [
        ['cup', 'strawberry', 'vanilla', 'tiger', 'lemon', 'gummies', 'mango'],
        ['sugar', 'maple', 'mint', 'bubblegum', 'fudge', 'cherry'],
      ],
    },
    until: [
      { kind: 'scooped', seat: 0, owner: 1 },
      { kind: 'topped', seat: 0, owner: 1 },
    ],
    missed: [
      { kind: 'started', seat: 0 },
      { kind: 'passed', seat: 0 },
    ],
    say: {
      en: 'Any open melt is free for everybody. Spoil the rival’s: a scoop that they dislike makes it worthless. Guess one, or close it with a topping.',
      de: 'Jedes offene Eis steht allen frei. Verdirb das des Gegners: Eine Kugel, die er nicht mag, macht es wertlos. Rate, oder schließ es mit einer Krönung.',
      pl: 'Każda otwarta porcja jest wolna dla wszystkich. Zepsuj porcję rywala: gałka, której nie lubi, czyni ją nic niewartą. Zgadnij albo zamknij ją dodatkiem.',
      fr: 'Toute glace ouverte est libre pour tous. Gâche celle de l’adversaire : une boule qui lui déplaît la rend sans valeur. Devine, ou ferme-la avec une garniture.',
      es: 'Un helado abierto está al alcance de todos. Estropea el de tu rival: una bola que no soporta lo deja sin valor. Adivina una, o ciérralo con un topping.',
      it: 'Un gelato aperto è a disposizione di tutti. Rovina quello del rivale: una pallina che non sopporta lo rende inutile. Indovinane una, o chiudilo con una guarnizione.',
    },
    no: {
      en: 'Your own melt has its topping and is done. Their melt is the open one.',
      de: 'Dein Eis hat seine Krönung und ist fertig. Offen ist das des Gegners.',
      pl: 'Twoja porcja ma dodatek i jest gotowa. Otwarta jest porcja rywala.',
      fr: 'Ta glace a sa garniture et est finie. Celle d’en face est ouverte.',
      es: 'Tu helado ya tiene topping y está completo. El abierto es el suyo.',
      it: 'Il tuo gelato ha già la guarnizione ed è finito. Quello aperto è il suo.',
    },
    well: {
      en: 'Perhaps it hurt. What others build and what they hand on tells you who they are.',
      de: 'Vielleicht tat es weh. Was andere bauen und weitergeben, verrät, wer sie sind.',
      pl: 'Może zabolało. To, co inni budują i oddają, mówi ci, kim są.',
      fr: 'Peut-être que ça fait mal. Ce que les autres composent et passent te dit qui ils sont.',
      es: 'Quizá le dolió. Lo que los demás montan y lo que pasan te dice quiénes son.',
      it: 'Forse gli ha fatto male. Quello che gli altri compongono e cedono ti dice chi sono.',
    },
  },
  {
    players: 2,
    position: {
      ...base,
      phase: 'lose',
      flights: [[{ cone: 'waffle', scoops: ['mint', 'chocolate'] }], [{ cone: 'sugar', scoops: ['maple'] }]],
      freezers: [
        ['cup', 'vanilla', 'tiger', 'lemon', 'gummies', 'mango', 'whip'],
        ['pretzel', 'maple', 'strawberry', 'bubblegum', 'vanilla', 'fudge', 'cherry'],
      ],
    },
    until: [{ kind: 'gave', giver: 0 }],
    say: {
      en: 'Every turn ends with one card less: on delivery days you hand a card to the next player. Get rid of something you cannot use.',
      de: 'Jeder Zug endet mit einer Karte weniger: Bei Lieferung gibst du dem Nächsten eine. Werde los, was du nicht brauchst.',
      pl: 'Każda tura kończy się jedną kartą mniej: przy dostawie oddajesz kartę następnemu graczowi. Pozbądź się czegoś, co ci się nie przyda.',
      fr: 'Chaque tour finit avec une carte de moins : les jours de livraison, tu en passes une au joueur suivant. Défais-toi de ce qui ne te sert à rien.',
      es: 'Cada turno acaba con una carta menos: los días de reparto le das una al siguiente jugador. Líbrate de algo que no te sirva.',
      it: 'Ogni turno finisce con una carta in meno: nei giorni di consegna ne dai una al giocatore successivo. Liberati di qualcosa che non ti serve.',
    },
    no: {
      en: 'Pick a card, then hand it on. The crosses are good to lose.',
      de: 'Nimm eine Karte und gib sie weiter. Kreuze wird man gern los.',
      pl: 'Weź kartę i oddaj ją dalej. Krzyżyki dobrze jest stracić.',
      fr: 'Prends une carte, puis passe-la. Les croix sont bonnes à perdre.',
      es: 'Elige una carta y dásela. Las cruces son buenas para perder.',
      it: 'Scegli una carta, poi cedila. Le croci si perdono volentieri.',
    },
    well: {
      en: 'Only you two know which. On self-serve days the next player takes one blindly from a fan.',
      de: 'Nur ihr zwei wisst, welche. Bei Selbstbedienung zieht der Nächste blind aus dem Fächer.',
      pl: 'Tylko wy dwoje wiecie którą. Przy samoobsłudze następny gracz bierze jedną w ciemno z wachlarza.',
      fr: 'Vous deux seuls savez laquelle. En libre-service, le suivant en prend une au hasard dans un éventail.',
      es: 'Queda entre los dos cuál fue. En los días de autoservicio el siguiente toma una a ciegas de un abanico.',
      it: 'Quale fosse lo sapete solo voi due. Nei giorni di self-service il successivo ne prende una alla cieca da un ventaglio.',
    },
  },
  {
    players: 2,
    position: {
      ...base,
      flights: [
        [
          { cone: 'waffle', scoops: ['mint', 'chocolate', 'mint'], topping: 'whip' },
          { cone: 'cup', scoops: ['mango', 'vanilla'] },
        ],
        [
          { cone: 'pretzel', scoops: ['maple', 'chocolate'] },
          { cone: 'cup', scoops: ['vanilla'] },
        ],
      ],
      freezers: [['mango'], ['sugar', 'bubblegum', 'cherry', 'maple', 'burn']],
    },
    until: [{ kind: 'scored', seat: 1 }],
    missed: [{ kind: 'passed', seat: 0 }],
    say: {
      en: 'A freezer without cards ends the day. Play your last one and watch the count, melt by melt. (The rival sits on Freezer burn.)',
      de: 'Ein leeres Gefrierfach beendet den Tag. Spiel deine letzte Karte und schau beim Zählen zu. (Der Gegner sitzt auf dem Gefrierbrand.)',
      pl: 'Pusta zamrażarka kończy dzień. Zagraj ostatnią kartę i patrz na liczenie, porcja po porcji. (Rywal siedzi na Szronie.)',
      fr: 'Un congélateur vide finit le jour. Joue ta dernière carte et regarde le compte, glace par glace. (L’adversaire est assis sur la Brûlure de congélation.)',
      es: 'Un congelador sin cartas termina el día. Juega la última y mira el recuento, helado a helado. (Tu rival tiene la Escarcha.)',
      it: 'Un freezer senza carte chiude il giorno. Gioca l’ultima e guarda il conto, gelato per gelato. (Il rivale ha la Brina.)',
    },
    no: {
      en: 'Put the Mango on an open melt. Passing would keep the day going.',
      de: 'Gib die Mango auf ein offenes Eis. Passen ließe den Tag weitergehen.',
      pl: 'Połóż Mango na otwartej porcji. Pas przedłużyłby dzień.',
      fr: 'Mets la Mangue sur une glace ouverte. Passer ferait durer le jour.',
      es: 'Pon el Mango en un helado abierto. Si pasas, el día sigue.',
      it: 'Metti il Mango su un gelato aperto. Passando, il giorno continuerebbe.',
    },
    well: {
      en: 'Three such days make a match, each with a new character. Have fun!',
      de: 'Drei solche Tage sind eine Partie, jeder mit einer neuen Rolle. Viel Spaß!',
      pl: 'Trzy takie dni to partia, każdy z nową postacią. Miłej zabawy!',
      fr: 'Trois jours comme ça font une partie, chacun avec un nouveau personnage. Amuse-toi bien !',
      es: 'Tres días así son una partida, cada uno con un personaje nuevo. ¡A disfrutar!',
      it: 'Tre giorni così sono una partita, ognuno con un personaggio nuovo. Buon divertimento!',
    },
  },
];
