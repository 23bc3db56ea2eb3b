/** Golf's own page: everybody's four cards, the deck and the open card. Plain JavaScript, no build: change it and load it again.
 * What may be exported here, and what `told` has in it, is said in web/src/games/guests.svelte.ts and kinds.ts. */

const WORDS = {
  en: {
    deck: 'Draw a card. {n} in the deck',
    top: 'Take the open {card}',
    taken: 'The open card is taken',
    held: 'In hand: {card}',
    holds: '{name} holds a card',
    discard: 'Discard it',
    knock: 'Knock',
    row: 'Cards of {name}',
    place: 'Place {n}: {card}',
    unknown: 'face down',
    sum: '{n} points',
    turns: 'Turn {n} of 8',
    knocked: 'knocked',
    'do.turn': 'Take the open card, draw one, or knock.',
    'do.held': 'For which of your cards?',
    'do.drawn': 'For which of your cards, or away with it?',
    'why.turn': 'The lowest sum wins. A 13 counts nothing.',
    'why.held': 'What it takes the place of is laid open.',
  },
  de: {
    deck: 'Eine Karte ziehen. {n} im Stapel',
    top: 'Die offene {card} nehmen',
    taken: 'Die offene Karte ist genommen',
    held: 'Auf der Hand: {card}',
    holds: '{name} hält eine Karte',
    discard: 'Abwerfen',
    knock: 'Klopfen',
    row: 'Karten von {name}',
    place: 'Platz {n}: {card}',
    unknown: 'verdeckt',
    sum: '{n} Punkte',
    turns: 'Zug {n} von 8',
    knocked: 'hat geklopft',
    'do.turn': 'Nimm die offene Karte, zieh eine oder klopf.',
    'do.held': 'Für welche deiner Karten?',
    'do.drawn': 'Für welche deiner Karten, oder weg damit?',
    'why.turn': 'Die niedrigste Summe gewinnt. Eine 13 zählt nichts.',
    'why.held': 'Was ihr Platz macht, wird offen abgelegt.',
  },
  es: {
    deck: 'Robar una carta. {n} en el mazo',
    top: 'Tomar el {card} descubierto',
    taken: 'La carta descubierta ya está tomada',
    held: 'En la mano: {card}',
    holds: '{name} tiene una carta en la mano',
    discard: 'Descartarla',
    knock: 'Llamar',
    row: 'Cartas de {name}',
    place: 'Lugar {n}: {card}',
    unknown: 'boca abajo',
    sum: '{n} puntos',
    turns: 'Turno {n} de 8',
    knocked: 'ha llamado',
    'do.turn': 'Toma la carta descubierta, roba una o llama.',
    'do.held': '¿Por cuál de tus cartas?',
    'do.drawn': '¿Por cuál de tus cartas, o fuera con ella?',
    'why.turn': 'Gana la suma más baja. Un 13 no cuenta nada.',
    'why.held': 'La carta a la que sustituye queda descubierta.',
  },
  it: {
    deck: 'Pesca una carta. {n} nel mazzo',
    top: 'Prendi il {card} scoperto',
    taken: 'La carta scoperta è già presa',
    held: 'In mano: {card}',
    holds: '{name} ha una carta in mano',
    discard: 'Scartala',
    knock: 'Bussa',
    row: 'Carte di {name}',
    place: 'Posto {n}: {card}',
    unknown: 'coperta',
    sum: '{n} punti',
    turns: 'Turno {n} di 8',
    knocked: 'ha bussato',
    'do.turn': 'Prendi la carta scoperta, pescane una o bussa.',
    'do.held': 'Al posto di quale delle tue carte?',
    'do.drawn': 'Al posto di quale delle tue carte, o via?',
    'why.turn': 'Vince la somma più bassa. Un 13 non conta niente.',
    'why.held': 'La carta che lascia il posto resta scoperta.',
  },
  pt: {
    deck: 'Comprar uma carta. {n} no monte',
    top: 'Pegar o {card} aberto',
    taken: 'A carta aberta já foi pega',
    held: 'Na mão: {card}',
    holds: '{name} tem uma carta na mão',
    discard: 'Descartar',
    knock: 'Bater',
    row: 'Cartas de {name}',
    place: 'Lugar {n}: {card}',
    unknown: 'fechada',
    sum: '{n} pontos',
    turns: 'Turno {n} de 8',
    knocked: 'bateu',
    'do.turn': 'Pegue a carta aberta, compre uma ou bata.',
    'do.held': 'No lugar de qual das suas cartas?',
    'do.drawn': 'No lugar de qual das suas cartas, ou fora com ela?',
    'why.turn': 'Vence a soma mais baixa. Um 13 não conta nada.',
    'why.held': 'A carta que dá lugar fica aberta.',
  },
  fr: {
    deck: 'Piocher une carte. Reste {n}',
    top: 'Prendre la carte ouverte, {card}',
    taken: 'La carte ouverte est prise',
    held: 'En main : {card}',
    holds: '{name} tient une carte',
    discard: 'La défausser',
    knock: 'Frapper',
    row: 'Cartes de {name}',
    place: 'Place {n} : {card}',
    unknown: 'face cachée',
    sum: '{n} points',
    turns: 'Tour {n} sur 8',
    knocked: 'a frappé',
    'do.turn': 'Prends la carte ouverte, pioches-en une, ou frappe.',
    'do.held': 'À la place de laquelle ?',
    'do.drawn': 'À la place de laquelle, ou à la défausse ?',
    'why.turn': 'La plus petite somme gagne. Un 13 ne compte rien.',
    'why.held': 'La carte remplacée devient la carte ouverte.',
  },
  pl: {
    deck: 'Dobierz kartę. W stosie: {n}',
    top: 'Weź odkrytą kartę: {card}',
    taken: 'Odkryta karta jest wzięta',
    held: 'W ręce: {card}',
    holds: '{name} trzyma kartę',
    discard: 'Odrzuć ją',
    knock: 'Zapukaj',
    row: 'Karty gracza {name}',
    place: 'Miejsce {n}: {card}',
    unknown: 'zakryta',
    sum: 'Punkty: {n}',
    turns: 'Tura {n} z 8',
    knocked: 'puka',
    'do.turn': 'Weź odkrytą kartę, dobierz albo zapukaj.',
    'do.held': 'Za którą z twoich kart?',
    'do.drawn': 'Za którą z twoich kart, a może precz?',
    'why.turn': 'Wygrywa najniższa suma. 13 nic nie liczy.',
    'why.held': 'To, czego miejsce zajmie, zostaje odkryte.',
  },
  ja: {
    deck: 'カードを引く。山札{n}枚',
    top: '表の{card}を取る',
    taken: '表のカードは取られました',
    held: '手持ち：{card}',
    holds: '{name}がカードを持っています',
    discard: '捨てる',
    knock: 'ノック',
    row: '{name}のカード',
    place: '{n}番：{card}',
    unknown: '裏向き',
    sum: '{n}点',
    turns: '手番 8回中{n}',
    knocked: 'ノック済み',
    'do.turn': '表のカードを取るか、引くか、ノックします。',
    'do.held': 'どのカードと替えますか？',
    'do.drawn': 'どのカードと替えますか？捨てますか？',
    'why.turn': '合計の一番小さい人の勝ち。13は0点です。',
    'why.held': '替えたカードは表向きに捨てられます。',
  },
};
const t = (language, word, values = {}) =>
  (WORDS[language] ?? WORDS.en)[word].replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** The sheet that is there before its table is. */
export const style = new URL('./page.css', import.meta.url).href;

/** How its box looks on the shelf, what lies on its table, and what is heard there. */
export const look = {
  awning: 'light-dark(#5E9E6A,#2F5C3A)',
  box: '#A9D3A2',
  ink: '#1F2E20',
  cloth: 'repeating-linear-gradient(90deg, rgb(255 255 255 / 0.06) 0 60px, transparent 60px 120px), light-dark(#cfe6c4, #1f3a26)',
  picture: new URL('./box.svg', import.meta.url).href,
};

/** A lesson: positions on a real table, one idea each (web/src/games/lesson.ts). */
const START = { players: 2, cards: [[9, 2, 12, 13], [5, 6, 7, 8]] };
export const lesson = [
  {
    players: 2,
    position: { ...START, top: 3 },
    until: [{ kind: 'swapped', seat: 0, place: 0 }],
    missed: [{ kind: 'swapped', seat: 0 }, { kind: 'discarded', seat: 0 }, { kind: 'knocked', seat: 0 }],
    say: {
      en: 'You know your first two cards: 9 and 2. Low is good. Take the open 3, then press the 9.',
      de: 'Du kennst deine ersten zwei Karten: 9 und 2. Niedrig ist gut. Nimm die offene 3, dann drück die 9.',
      ja: '自分の最初の2枚、9と2を知っています。小さいほどよいのです。表の3を取り、9を押しましょう。',
      pl: 'Znasz swoje pierwsze dwie karty: 9 i 2. Nisko znaczy dobrze. Weź odkrytą 3, potem naciśnij 9.',
      fr: 'Tu connais tes deux premières cartes : 9 et 2. Bas, c’est bon. Prends le 3 ouvert, puis touche le 9.',
      es: 'Conoces tus dos primeras cartas: 9 y 2. Lo bajo es bueno. Toma el 3 descubierto y pulsa el 9.',
      it: 'Conosci le tue prime due carte: 9 e 2. Basso è bello. Prendi il 3 scoperto, poi premi il 9.',
      pt: 'Você conhece as suas duas primeiras cartas: 9 e 2. Baixo é bom. Pegue o 3 aberto, depois aperte o 9.',
    },
    no: { en: 'The open card first, then the 9.', de: 'Zuerst die offene Karte, dann die 9.', ja: '先に表のカード、次に9です。', pl: 'Najpierw odkryta karta, potem 9.', fr: 'D’abord la carte ouverte, puis le 9.', es: 'Primero la carta descubierta, luego el 9.', it: 'Prima la carta scoperta, poi il 9.', pt: 'Primeiro a carta aberta, depois o 9.' },
    well: { en: 'Six points less.', de: 'Sechs Punkte weniger.', ja: '6点減りました。', pl: 'Sześć punktów mniej.', fr: 'Six points de moins.', es: 'Seis puntos menos.', it: 'Sei punti in meno.', pt: 'Seis pontos a menos.' },
  },
  {
    players: 2,
    position: { ...START, top: 10, known: [[1, 2, 3], [1, 2]], held: 11, drawn: true },
    until: [{ kind: 'swapped', seat: 0, place: 2 }, { kind: 'discarded', seat: 0 }],
    say: {
      en: 'You have drawn an 11. It is better than your 12; or discard it and keep what you have.',
      de: 'Du hast eine 11 gezogen. Sie ist besser als deine 12; oder wirf sie ab und behalte, was du hast.',
      ja: '11を引きました。12よりましです。捨てて今のままにすることもできます。',
      pl: 'Twoja dobrana karta to 11. Jest lepsza niż twoja 12; albo odrzuć ją i zostań przy swoim.',
      fr: 'Tu as pioché un 11. C’est mieux que ton 12 ; ou défausse-le et garde ce que tu as.',
      es: 'Has robado un 11. Es mejor que tu 12; o descártalo y quédate con lo que tienes.',
      it: 'Hai pescato un 11. È meglio del tuo 12; oppure scartalo e tieni quello che hai.',
      pt: 'Você comprou um 11. É melhor que o seu 12; ou descarte e fique com o que tem.',
    },
    no: { en: 'For the 12, or away with it.', de: 'Für die 12, oder weg damit.', ja: '12の場所に置くか、捨てるか。', pl: 'Za 12 albo precz.', fr: 'Pour le 12, ou à la défausse.', es: 'En lugar del 12, o fuera.', it: 'Al posto del 12, o via.', pt: 'No lugar do 12, ou fora.' },
    well: { en: 'Only you know what lies there now.', de: 'Nur du weißt, was jetzt dort liegt.', ja: 'そこに何があるか、今知っているのはあなただけです。', pl: 'Tylko ty wiesz, co tam teraz leży.', fr: 'Toi seul sais ce qu’il y a là maintenant.', es: 'Solo tú sabes qué hay ahora ahí.', it: 'Solo tu sai che cosa c’è lì adesso.', pt: 'Só você sabe o que está ali agora.' },
  },
  {
    players: 2,
    position: { players: 2, cards: [[1, 13, 2, 13], [9, 12, 7, 8]], top: 10, known: [[1, 2, 3, 4], [1, 2]] },
    until: [{ kind: 'knocked', seat: 0 }],
    missed: [{ kind: 'took', seat: 0 }, { kind: 'drew', seat: 0 }],
    say: {
      en: 'Three points: a 13 counts nothing. It gets no better, so knock.',
      de: 'Drei Punkte: Eine 13 zählt nichts. Besser wird es nicht, also klopf.',
      ja: '3点です。13は0点と数えます。これ以上はよくならないので、ノックしましょう。',
      pl: 'Trzy punkty: 13 nic nie liczy. Lepiej nie będzie, więc zapukaj.',
      fr: 'Trois points : un 13 ne compte rien. Ça n’ira pas mieux, alors frappe.',
      es: 'Tres puntos: un 13 no cuenta nada. Mejor imposible, así que llama.',
      it: 'Tre punti: un 13 non conta niente. Meglio di così non si può, quindi bussa.',
      pt: 'Três pontos: um 13 não conta nada. Melhor não fica, então bata.',
    },
    no: { en: 'Knock: the button is beside the deck.', de: 'Klopf: Der Knopf ist neben dem Stapel.', ja: 'ノックのボタンは山札の横です。', pl: 'Zapukaj: przycisk jest obok stosu.', fr: 'Frappe : le bouton est à côté de la pioche.', es: 'Llama: el botón está junto al mazo.', it: 'Bussa: il pulsante è accanto al mazzo.', pt: 'Bata: o botão está ao lado do monte.' },
    well: { en: 'Everybody else has one more turn. That is the whole game.', de: 'Alle anderen sind noch einmal am Zug. Das ist das ganze Spiel.', ja: 'ほかの人はあと1手番ずつ。ゲームはこれで全部です。', pl: 'Wszyscy inni mają jeszcze jedną turę. I to cała gra.', fr: 'Tous les autres ont encore un tour. Et voilà tout le jeu.', es: 'Todos los demás tienen un turno más. Ese es todo el juego.', it: 'Tutti gli altri hanno ancora un turno. Il gioco è tutto qui.', pt: 'Todos os outros têm mais um turno. O jogo é só isso.' },
  },
];

/** Every move is made on the table. */
export const hands = true;
/** And everybody's name is there too. */
export const seats = true;

/** What there is to do, beside the words that all games have. */
export const prompt = ({ view, language }) => ({
  what: t(language, view.drawn ? 'do.drawn' : view.holds ? 'do.held' : 'do.turn'),
  why: t(language, view.holds ? 'why.held' : 'why.turn'),
});

const make = (name, attributes = {}, ...inside) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    key === 'onclick' ? made.addEventListener('click', value) : made.setAttribute(key, value);
  made.append(...inside);
  return made;
};

/** What lies on the table, made anew from what is told. */
function drawn(told) {
  const { view, language, me } = told;
  const say = (word, values) => t(language, word, values);
  const offer = (type, place) => told.moves.find(({ move }) => move.type === type && move.place === place);
  const playing = me !== null && !told.over;
  const picture = (kind, label, face = '') => make('span', { class: `gol-card ${kind}`, role: 'img', 'aria-label': label }, face);
  /** Something to press: a move if it is one now, else the server says why not. */
  const press = (attributes, type, place, ...inside) => {
    const found = offer(type, place);
    const act = () => (found ? told.act(found.move) : told.ask(place ? { type, place } : { type }));
    return make('button', { ...attributes, 'aria-disabled': String(!found), onclick: act }, ...inside);
  };
  const pile = (name, kind, label, type, face = '') =>
    playing
      ? press({ class: `gol-card ${kind}`, 'data-pile': name, 'aria-label': label }, type, undefined, face)
      : picture(kind, label, face);
  const four = (seat) =>
    view.cards[seat].map((card, at) => {
      const label = say('place', { n: at + 1, card: card || say('unknown') });
      const [kind, face] = card ? ['', String(card)] : ['gol-down', ''];
      if (seat !== me || !playing) return picture(kind, label, face);
      const attributes = { class: `gol-card ${kind}`, 'data-card': `place-${at}`, 'data-place': at, 'aria-label': label };
      return press(attributes, 'swap', at + 1, face);
    });
  /** Everybody's row, as the house draws one. */
  const row = (seat) => ({
    seat,
    name: told.name(seat),
    note: [
      view.sums.length ? say('sum', { n: view.sums[seat] }) : say('turns', { n: Math.min(view.turns[seat] + 1, 8) }),
      ...(view.knocked === seat ? [say('knocked')] : []),
    ].join(' · '),
    mark: view.acting.includes(seat) ? 'turn' : '',
    content: make('span', { class: 'gol-four' }, ...four(seat)),
  });
  const held = view.held
    ? [picture('gol-held', say('held', { card: view.held }), String(view.held))]
    : view.holds
      ? [picture('gol-down gol-held', say('holds', { name: told.name(view.acting[0]) }))]
      : [];
  const middle = [
    pile('deck', 'gol-down', say('deck', { n: view.deck }), 'draw'),
    view.top ? pile('top', '', say('top', { card: view.top }), 'take', String(view.top)) : pile('top', 'gol-none', say('taken'), 'take'),
    ...held,
    ...['discard', 'knock']
      .filter((type) => playing && offer(type))
      .map((type) => press({ class: 'btn sm', 'data-do': type }, type, undefined, say(type))),
  ];
  return { rows: view.cards.map((_, seat) => row(seat)), middle };
}

export function mount(target, told, house) {
  target.classList.add('gol');
  const middle = make('div', { class: 'gol-middle' });
  const others = make('div', { class: 'gol-rows' });
  const mine = make('div', { class: 'gol-own' });
  target.append(make('div', { class: 'gol-table' }, others, middle, mine));
  const now = drawn(told);
  const rows = now.rows.map((given) => {
    const at = make('div', { class: 'gol-row', role: 'group', 'data-seat-chip': given.seat });
    return { at, piece: house.row(at, given) };
  });
  let shown = '';
  const update = (told) => {
    // Draw only what is new, so that the focus stays where it is.
    const wanted = JSON.stringify([told.view, told.moves, told.language, told.me, told.over]);
    if (wanted === shown) return;
    shown = wanted;
    const now = drawn(told);
    middle.replaceChildren(...now.middle);
    for (const [seat, { at, piece }] of rows.entries()) {
      at.setAttribute('aria-label', t(told.language, 'row', { name: told.name(seat) }));
      at.classList.toggle('gol-mine', seat === told.me);
      (seat === told.me ? mine : others).append(at);
      piece.update(now.rows[seat]);
    }
  };
  update(told);
  return { update, destroy: () => rows.forEach(({ piece }) => piece.destroy()) };
}
