/** ION in twelve ideas: match, draw, block, shift, gift, no play, play again, the other two Punishes, call, duel, race. */
import type { Step } from '../lesson';
import { DECK } from './cards';

/** The whole deck: what is in no hand and not on the table lies in the pile, `top` above all. */
function deal(
  hands: string[][],
  table: string,
  more: Record<string, unknown> = {},
  top: string[] = [],
): Record<string, unknown> {
  const used = new Set([...hands.flat(), table, ...top, 'BOM66']);
  return { players: hands.length, hands, table, pile: [...top, ...DECK.filter((card) => !used.has(card))], ...more };
}
const THEO = ['d12a', 'd15a', 'd25b', 'd35a', 'd56a'];
const INES = ['d12b', 'd16a', 'd23b', 'd36b', 'd46b'];

export const lesson: Step[] = [
  {
    players: 3,
    position: deal([['d13a', 'd26a', 'd35b', 'd56b'], THEO, INES], 'd24a'),
    until: [{ kind: 'played', seat: 0 }],
    say: {
      en: 'Be the first without cards. Play one that shares a number with the table card: it asks for 2 or 4. Try another to hear why not.',
      de: 'Werde als Erster alle Karten los. Spiel eine, die eine Zahl mit der Tischkarte teilt: 2 oder 4. Versuch eine andere und lies, warum nicht.',
      fr: 'Sois le premier sans cartes. Joue une carte qui partage un chiffre avec celle de la table : elle demande 2 ou 4. Essaies-en une autre pour lire pourquoi non.',
      es: 'Quédate sin cartas antes que nadie. Juega una que comparta un número con la de la mesa: pide 2 o 4. Prueba otra para leer por qué no.',
    },
    no: {
      en: 'One shared number is enough. Which of yours has a 2?',
      de: 'Eine gemeinsame Zahl genügt. Welche deiner Karten hat eine 2?',
      fr: 'Un chiffre en commun suffit. Laquelle des tiennes a un 2 ?',
      es: 'Basta un número en común. ¿Cuál de las tuyas tiene un 2?',
    },
    well: {
      en: 'It fits. Now the next player has to match your card.',
      de: 'Passt. Jetzt muss der Nächste deine Karte treffen.',
      fr: 'Elle va. Maintenant, le joueur suivant doit s’accorder à ta carte.',
      es: 'Encaja. Ahora el siguiente jugador tiene que encajar con tu carta.',
    },
  },
  {
    players: 3,
    position: deal([['d13a', 'd35b', 'd56b'], THEO, INES], 'd24a', {}, ['d24b']),
    until: [{ kind: 'played', seat: 0 }],
    missed: [{ kind: 'kept', seat: 0 }],
    say: {
      en: 'Nothing fits? Draw a card. If it fits, you may play it at once.',
      de: 'Nichts passt? Zieh eine Karte. Passt sie, darfst du sie gleich spielen.',
      fr: 'Rien ne va ? Pioche une carte. Si elle va, tu peux la jouer aussitôt.',
      es: '¿No encaja nada? Roba una carta. Si encaja, puedes jugarla enseguida.',
    },
    no: {
      en: 'That one does not fit. Draw, and look at the card with the ribbon.',
      de: 'Die passt nicht. Zieh, und schau auf die Karte mit dem Band.',
      fr: 'Celle-là ne va pas. Pioche, et regarde la carte au ruban.',
      es: 'Esa no encaja. Roba y mira la carta de la cinta.',
    },
    well: {
      en: 'Lucky. You may also keep it; then your turn is over.',
      de: 'Glück gehabt. Du darfst sie auch behalten; dann ist dein Zug vorbei.',
      fr: 'De la chance. Tu peux aussi la garder ; ton tour est alors fini.',
      es: 'Qué suerte. También puedes quedártela; entonces tu turno termina.',
    },
  },
  {
    players: 3,
    position: deal([['BLK12', 'd13a', 'd46a'], THEO, INES], 'PUN24', {
      decision: 'respond',
      pending: { action: 'punish', source: 2, target: 0 },
    }),
    until: [{ kind: 'blocked', seat: 0 }],
    missed: [{ kind: 'accepted', seat: 0 }],
    say: {
      en: 'The brass ball is an action. This Punish travels to you: the black die would make you draw 1 to 3. Stop it with your Block.',
      de: 'Die Messingkugel ist eine Aktion. Dieses Punish kommt zu dir: Der schwarze Würfel ließe dich 1 bis 3 ziehen. Stopp es mit deinem Block.',
      fr: 'La bille de laiton est une action. Ce Punish vient vers toi : le dé noir te ferait piocher de 1 à 3 cartes. Arrête-le avec ton Block.',
      es: 'La bola de latón es una acción. Este Punish viene hacia ti: el dado negro te haría robar de 1 a 3. Detenlo con tu Block.',
    },
    no: {
      en: 'Only an answer counts now: the card with the shield, Block 1|2.',
      de: 'Jetzt zählt nur eine Antwort: die Karte mit dem Schild, Block 1|2.',
      fr: 'Seule une réponse compte maintenant : la carte au bouclier, Block 1|2.',
      es: 'Ahora solo cuenta una respuesta: la carta del escudo, Block 1|2.',
    },
    well: {
      en: 'Blocked: no die, no cards. The Block was your card for this turn.',
      de: 'Abgewehrt: kein Würfel, keine Karten. Der Block war deine Karte für diesen Zug.',
      fr: 'Bloqué : pas de dé, pas de cartes. Le Block était ta carte pour ce tour.',
      es: 'Bloqueado: ni dado ni cartas. El Block fue tu carta de este turno.',
    },
  },
  {
    players: 3,
    position: deal([['SHF26', 'd13a', 'd46a'], THEO, INES], 'NGF12', {
      decision: 'respond',
      pending: { action: 'new_game_5', source: 2, target: 0 },
    }),
    until: [{ kind: 'shifted', seat: 0 }],
    missed: [{ kind: 'accepted', seat: 0 }],
    say: {
      en: 'New Game +5 would give you a new hand with five cards more. Shift it on: the arrow shows where it goes next.',
      de: 'New Game +5 gäbe dir ein neues Blatt mit fünf Karten mehr. Schieb es weiter: Der Pfeil zeigt, wohin es geht.',
      fr: 'New Game +5 te donnerait une nouvelle main avec cinq cartes de plus. Fais-le suivre : la flèche montre où il va.',
      es: 'New Game +5 te daría una mano nueva con cinco cartas más. Desvíalo: la flecha muestra adónde va.',
    },
    no: {
      en: 'Shift 2|6 is the one with the arrow. It must fit, like any card.',
      de: 'Shift 2|6 ist die mit dem Pfeil. Sie muss passen wie jede Karte.',
      fr: 'Shift 2|6 est celle à la flèche. Elle doit aller, comme toute carte.',
      es: 'Shift 2|6 es la de la flecha. Tiene que encajar, como cualquier carta.',
    },
    well: {
      en: 'Off it goes. A Shift may be shifted again, all around the table.',
      de: 'Und weg. Ein Shift darf weitergeschoben werden, rund um den Tisch.',
      fr: 'Et hop, plus loin. Un Shift peut être repassé, tout autour de la table.',
      es: 'Allá va. Un Shift se puede desviar otra vez, por toda la mesa.',
    },
  },
  {
    players: 3,
    position: deal([['GFT25', 'd13a', 'd36a', 'd46a'], THEO, INES], 'd24a'),
    until: [{ kind: 'gave', seat: 0 }],
    missed: [
      { kind: 'drew', seat: 0 },
      { kind: 'played', seat: 0, card: DECK.indexOf('d46a') },
    ],
    say: {
      en: 'A Gift is not kind: play it, then choose a card that the next player gets from you, face down.',
      de: 'Ein Gift ist kein Geschenk: Spiel es, dann wähl eine Karte, die der Nächste verdeckt von dir bekommt.',
      fr: 'Un Gift n’a rien de gentil : joue-le, puis choisis une carte que le joueur suivant reçoit de toi, face cachée.',
      es: 'Un Gift no es un detalle: juégalo y elige una carta para que el siguiente jugador la reciba boca abajo.',
    },
    no: {
      en: 'The box with the bow, Gift 2|5. Then the card you want to be rid of.',
      de: 'Das Päckchen mit der Schleife, Gift 2|5. Dann die Karte, die du loswerden willst.',
      fr: 'La boîte au nœud, Gift 2|5. Puis la carte dont tu veux te défaire.',
      es: 'La caja con el lazo, Gift 2|5. Luego, la carta que te sobra.',
    },
    well: {
      en: 'Two cards gone in one turn. It may be blocked, or shifted on.',
      de: 'Zwei Karten los in einem Zug. Abwehren oder weiterschieben darf man es auch.',
      fr: 'Deux cartes parties en un tour. On peut l’envoyer plus loin.',
      es: 'Dos cartas menos en un turno. Eso sí, pueden desviártelo.',
    },
  },
  {
    players: 3,
    position: deal([['NOP22', 'd13a', 'd36a', 'd56b'], THEO, INES], 'd24a'),
    until: [{ kind: 'skipped', seat: 1 }],
    missed: [{ kind: 'drew', seat: 0 }],
    say: {
      en: 'No Play: the next player loses a turn, and no Block helps. Play it.',
      de: 'No Play: Der Nächste setzt aus, und kein Block hilft. Spiel es.',
      fr: 'No Play : le joueur suivant saute un tour, et aucun Block n’y fait rien. Joue-le.',
      es: 'No Play: el siguiente jugador pierde el turno y no hay Block que valga. Juégalo.',
    },
    no: {
      en: 'The empty chair, No Play 2|2.',
      de: 'Der leere Stuhl, No Play 2|2.',
      fr: 'La chaise vide, No Play 2|2.',
      es: 'La silla vacía, No Play 2|2.',
    },
    well: {
      en: 'Skipped. With two players it would be your turn again.',
      de: 'Ausgesetzt. Zu zweit wärst du gleich wieder dran.',
      fr: 'Sauté. À deux, ce serait de nouveau à toi.',
      es: 'Saltado. Con dos jugadores te tocaría otra vez a ti.',
    },
  },
  {
    players: 3,
    position: deal([['PLA26', 'd36a', 'd13a', 'd35b'], THEO, INES], 'd24a'),
    until: [{ kind: 'played', seat: 0, left: 2 }],
    missed: [
      { kind: 'drew', seat: 0 },
      { kind: 'passed', seat: 0 },
    ],
    say: {
      en: 'Play Again lets you play one more card at once, if it fits. You have one for it.',
      de: 'Play Again lässt dich gleich noch eine Karte spielen, wenn sie passt. Du hast eine dafür.',
      fr: 'Play Again te laisse jouer encore une carte, tout de suite, si elle va. Tu en as une pour ça.',
      es: 'Play Again te deja jugar enseguida otra carta, si encaja. Tienes una para eso.',
    },
    no: {
      en: 'The circling arrow, Play Again 2|6; then the card with a 6.',
      de: 'Der kreisende Pfeil, Play Again 2|6; dann die Karte mit der 6.',
      fr: 'La flèche en rond, Play Again 2|6 ; puis la carte avec un 6.',
      es: 'La flecha en círculo, Play Again 2|6; luego la carta con un 6.',
    },
    well: {
      en: 'Two at once. Without a card that fits you would have drawn one.',
      de: 'Zwei auf einmal. Ohne passende Karte hättest du eine gezogen.',
      fr: 'Deux d’un coup. Sans carte qui va, tu en aurais pioché une.',
      es: 'Dos de una vez. Sin una carta que encaje habrías robado una.',
    },
  },
  {
    players: 3,
    position: deal([['PPP24', 'd13a', 'd36a', 'd56b'], THEO, INES], 'd24b'),
    until: [{ kind: 'rolled', victim: 2 }],
    missed: [{ kind: 'drew', seat: 0 }],
    say: {
      en: 'Punish goes to the next player. Punish Previous goes back to the one before you. Play it and watch the black die.',
      de: 'Punish trifft den Nächsten. Punish Previous geht zurück zu dem, der vor dir war. Spiel es und schau auf den schwarzen Würfel.',
      fr: 'Punish va au joueur suivant. Punish Previous revient à celui d’avant toi. Joue-le et regarde le dé noir.',
      es: 'Punish va al siguiente jugador. Punish Previous vuelve al anterior a ti. Juégalo y mira el dado negro.',
    },
    no: {
      en: 'The die with the arrow to the left.',
      de: 'Der Würfel mit dem Pfeil nach links.',
      fr: 'Le dé avec la flèche à gauche.',
      es: 'El dado con la flecha a la izquierda.',
    },
    well: {
      en: 'It comes from behind: nobody can answer it.',
      de: 'Er kommt von hinten: Darauf kann niemand antworten.',
      fr: 'Il vient par-derrière : personne ne peut répondre.',
      es: 'Viene por la espalda: nadie puede responder.',
    },
  },
  {
    players: 4,
    position: deal([['PWH24', 'd13a', 'd36a', 'd56b'], THEO, INES, ['d14a', 'd34b', 'd45b']], 'd24b'),
    until: [{ kind: 'rolled' }],
    missed: [{ kind: 'drew', seat: 0 }],
    say: {
      en: 'Punish Who? lets you choose: play it, then click the next or the previous player.',
      de: 'Punish Who? lässt dich wählen: Spiel es, dann klick den nächsten oder den vorigen Spieler an.',
      fr: 'Punish Who? te laisse choisir : joue-le, puis clique sur le joueur suivant ou précédent.',
      es: 'Punish Who? te deja elegir: juégalo y toca al siguiente jugador o al anterior.',
    },
    no: {
      en: 'The die between two arrows, Punish Who? 2|4.',
      de: 'Der Würfel zwischen zwei Pfeilen, Punish Who? 2|4.',
      fr: 'Le dé entre deux flèches, Punish Who? 2|4.',
      es: 'El dado entre dos flechas, Punish Who? 2|4.',
    },
    well: {
      en: 'Hold your finger on a card, or point at it, and it says what it does.',
      de: 'Halt den Finger auf eine Karte oder zeig auf sie: Sie sagt, was sie kann.',
      fr: 'Garde le doigt sur une carte, ou pointe-la, et elle dit ce qu’elle fait.',
      es: 'Deja el dedo sobre una carta, o señálala, y te dice qué hace.',
    },
  },
  {
    players: 3,
    position: deal([['DJK1', 'd13a', 'd35b', 'd36a'], THEO, INES], 'd24a'),
    until: [{ kind: 'called', seat: 0 }],
    missed: [{ kind: 'drew', seat: 0 }],
    say: {
      en: 'A Double Joker fits on everything. Play it and call a number on the wheel: the badges count your own cards.',
      de: 'Ein Double Joker passt immer. Spiel ihn und ruf am Rad eine Zahl: Die Marken zählen deine eigenen Karten.',
      fr: 'Un Double Joker va sur tout. Joue-le et annonce un chiffre sur la roue : les pastilles comptent tes propres cartes.',
      es: 'Un Double Joker encaja siempre. Juégalo y canta un número en la rueda: las insignias cuentan tus propias cartas.',
    },
    no: {
      en: 'The card with two red halves and a star, please.',
      de: 'Die Karte mit zwei roten Hälften und Stern, bitte.',
      fr: 'La carte aux deux moitiés rouges avec une étoile, s’il te plaît.',
      es: 'La carta de dos mitades rojas con una estrella, por favor.',
    },
    well: {
      en: 'Called. Until somebody matches it, only that number fits.',
      de: 'Gerufen. Bis jemand sie trifft, passt nur diese Zahl.',
      fr: 'Annoncé. Jusqu’à ce que quelqu’un le suive, seul ce chiffre va.',
      es: 'Cantado. Hasta que alguien lo iguale, solo encaja ese número.',
    },
  },
  {
    players: 4,
    position: deal([['CHL25', 'd13a', 'd16b', 'd36a'], THEO, INES, ['d14a', 'd34b', 'd45b']], 'd24a'),
    until: [{ kind: 'duel_won' }],
    missed: [{ kind: 'drew', seat: 0 }, { kind: 'blocked' }, { kind: 'shifted' }],
    say: {
      en: 'Challenge! Play it, click the player across the table, pick two numbers: the yellow die decides, the loser draws four.',
      de: 'Challenge! Spiel sie, klick den Spieler gegenüber an, wähl zwei Zahlen: Der gelbe Würfel entscheidet, wer verliert, zieht vier.',
      fr: 'Challenge ! Joue-le, clique sur le joueur d’en face, choisis deux chiffres : le dé jaune décide, qui perd pioche quatre cartes.',
      es: '¡Challenge! Juégalo, toca al jugador de enfrente y elige dos números: decide el dado amarillo; quien pierde roba cuatro.',
    },
    no: {
      en: 'Crossed spoons: Challenge 2|5. Then the player in the middle, who cannot answer.',
      de: 'Gekreuzte Löffel: Challenge 2|5. Dann den Spieler in der Mitte, der nicht antworten kann.',
      fr: 'Les cuillères croisées : Challenge 2|5. Puis le joueur du milieu, qui ne peut pas répondre.',
      es: 'Cucharas cruzadas: Challenge 2|5. Luego el jugador del medio, que no puede responder.',
    },
    well: {
      en: 'Two numbers against one: the odds are with the challenger.',
      de: 'Zwei Zahlen gegen eine: Wer herausfordert, hat die besseren Karten.',
      fr: 'Deux chiffres contre un : qui défie a l’avantage.',
      es: 'Dos números contra uno: la ventaja es del retador.',
    },
  },
  {
    players: 3,
    position: deal([['d13a', 'd25a', 'd56b'], ['d12a', 'd15a', 'd25b', 'd56a'], INES], 'TIC34', {
      decision: 'race',
      actor: null,
      race: { by: 2 },
      options: { race_ms: 15000, assist_slap: true },
    }),
    until: [{ kind: 'slapped', seat: 0 }],
    missed: [{ kind: 'lapsed' }, { kind: 'answered', seat: 0 }],
    say: {
      en: 'Tick-Tack: everybody may slap, the first card that fits wins. It asks for 3 or 4: click yours, or press its number.',
      de: 'Tick-Tack: Alle dürfen schlagen, die erste passende Karte gewinnt. Gefragt ist 3 oder 4: Klick deine an oder drück ihre Nummer.',
      fr: 'Tick-Tack : tout le monde peut taper, la première carte qui va gagne. Elle demande 3 ou 4 : clique sur la tienne, ou appuie sur son numéro.',
      es: 'Tick-Tack: todos pueden dar el manotazo y gana la primera carta que encaja. Pide 3 o 4: toca la tuya o pulsa su número.',
    },
    no: {
      en: 'Only a card with a 3 or a 4 counts. You have one: 1|3.',
      de: 'Nur eine Karte mit 3 oder 4 zählt. Du hast eine: 1|3.',
      fr: 'Seule une carte avec un 3 ou un 4 compte. Tu en as une : 1|3.',
      es: 'Solo cuenta una carta con un 3 o un 4. Tienes una: 1|3.',
    },
    well: {
      en: 'First! In a real game a wrong slap costs two cards. Now you know ION.',
      de: 'Zuerst! Im echten Spiel kostet ein falscher Schlag zwei Karten. Jetzt kannst du ION.',
      fr: 'Premier ! En vraie partie, une mauvaise tape coûte deux cartes. Maintenant tu connais ION.',
      es: '¡Primero! En una partida de verdad, un manotazo fallido cuesta dos cartas. Ya sabes jugar a ION.',
    },
  },
];
