/** Template's own page: what lies before everybody, and my hand. Plain JavaScript, no build: change it and load the page again.
 * What may be exported here, and what `told` has in it, is said in web/src/games/guests.svelte.ts and kinds.ts. */

const WORDS = {
  en: {
    hand: 'Your hand',
    laid: 'Laid: {cards}',
    lay: 'Lay {card}',
    deck: 'Deck: {n}',
    score: '{n} points',
    do: 'Lay a card of your hand.',
    why: 'After four cards the highest sum wins.',
  },
  de: {
    hand: 'Deine Hand',
    laid: 'Gelegt: {cards}',
    lay: '{card} legen',
    deck: 'Stapel: {n}',
    score: '{n} Punkte',
    do: 'Leg eine Karte deiner Hand.',
    why: 'Nach vier Karten gewinnt die höchste Summe.',
  },
  es: {
    hand: 'Tu mano',
    laid: 'Puestas: {cards}',
    lay: 'Poner {card}',
    deck: 'Mazo: {n}',
    score: '{n} puntos',
    do: 'Pon una carta de tu mano.',
    why: 'Tras cuatro cartas gana la suma más alta.',
  },
  it: {
    hand: 'La tua mano',
    laid: 'Posate: {cards}',
    lay: 'Posare {card}',
    deck: 'Mazzo: {n}',
    score: '{n} punti',
    do: 'Posa una carta della tua mano.',
    why: 'Dopo quattro carte vince la somma più alta.',
  },
  pt: {
    hand: 'Sua mão',
    laid: 'Na mesa: {cards}',
    lay: 'Baixar {card}',
    deck: 'Monte: {n}',
    score: '{n} pontos',
    do: 'Baixe uma carta da sua mão.',
    why: 'Depois de quatro cartas, vence a soma mais alta.',
  },
};
const t = (language, word, values = {}) =>
  (WORDS[language] ?? WORDS.en)[word].replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** The sheet that is there before its table is. */
export const style = new URL('./page.css', import.meta.url).href;

/** How its box looks on the shelf, what lies on its table, and what is heard there. */
export const look = {
  awning: 'light-dark(#8C6BB1,#5A3F78)',
  box: '#C9B3E0',
  ink: '#36202B',
  cloth: 'light-dark(#e2d6ee, #35264a)',
  picture: new URL('./box.svg', import.meta.url).href,
};

/** As few as can play: my cards, and others who have laid so many and hold small ones. */
const PLAYERS = 2;
const at = (hand, laid, turns) => {
  const others = Array.from({ length: PLAYERS - 1 }, (_, i) => i + 1);
  const theirs = others.map((seat) => [6 + seat, 6 + seat, seat, seat].slice(0, turns));
  const hands = others.map((seat) => Array(turns < 4 ? 3 : 2).fill(seat));
  return { players: PLAYERS, position: { players: PLAYERS, hands: [hand, ...hands], laid: [laid, ...theirs] } };
};

/** A lesson: positions on a real table, one idea each (web/src/games/lesson.ts). */
export const lesson = [
  {
    ...at([6, 11, 12], [], 0),
    until: [{ kind: 'laid', seat: 0 }],
    say: { en: 'Lay any card of your hand.', de: 'Leg irgendeine Karte deiner Hand.', es: 'Pon cualquier carta de tu mano.', it: 'Posa una carta qualsiasi della tua mano.', pt: 'Baixe qualquer carta da sua mão.' },
    no: { en: 'Press a card of your hand below.', de: 'Drück eine Karte deiner Hand unten.', es: 'Pulsa una carta de tu mano, abajo.', it: 'Premi una carta della tua mano, qui sotto.', pt: 'Aperte uma carta da sua mão, embaixo.' },
    well: { en: 'It lies open, and you have drawn another one.', de: 'Sie liegt offen, und du hast eine neue gezogen.', es: 'Está a la vista, y has robado otra.', it: 'È scoperta, e ne hai pescata un’altra.', pt: 'Ela fica aberta, e você comprou outra.' },
  },
  {
    ...at([6, 12, 12], [6, 6, 12], 4),
    until: [{ kind: 'finished' }],
    say: { en: 'Your last card: the highest sum wins.', de: 'Deine letzte Karte: Die höchste Summe gewinnt.', es: 'Tu última carta: gana la suma más alta.', it: 'La tua ultima carta: vince la somma più alta.', pt: 'Sua última carta: vence a soma mais alta.' },
    no: { en: 'Any card of your hand will do.', de: 'Jede Karte deiner Hand geht.', es: 'Vale cualquier carta de tu mano.', it: 'Va bene qualsiasi carta della tua mano.', pt: 'Qualquer carta da sua mão serve.' },
    well: { en: 'That is the whole game.', de: 'Das ist das ganze Spiel.', es: 'Ese es todo el juego.', it: 'Il gioco è tutto qui.', pt: 'O jogo é só isso.' },
  },
];

/** Every move is made by pressing a card. */
export const hands = true;
/** And everybody's name is on the table too. */
export const seats = true;

/** What there is to do, beside the words that all games have. */
export const prompt = ({ language }) => ({ what: t(language, 'do'), why: t(language, 'why') });

export const status = (view) => `${view.laid[0].length}/4`;

const make = (name, attributes = {}, ...inside) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    key === 'onclick' ? made.addEventListener('click', value) : made.setAttribute(key, value);
  made.append(...inside);
  return made;
};

/** Everybody's row, as the house draws one: what was laid, and what that comes to. */
const row = (told, seat) => {
  const { laid, score, acting } = told.view;
  const cards = [0, 1, 2, 3].map((n) => make('span', { class: laid[seat][n] ? 'tpl-card' : 'tpl-card tpl-free' }, String(laid[seat][n] ?? '')));
  return {
    seat,
    name: told.name(seat),
    note: t(told.language, 'score', { n: score[seat] }),
    mark: acting.includes(seat) ? 'turn' : '',
    content: make('span', { class: 'tpl-cards', role: 'img', 'aria-label': t(told.language, 'laid', { cards: laid[seat].join(', ') }) }, ...cards),
  };
};

/** My hand, as the house lays one out. Two of a number are told apart by what stands behind it. */
const hand = (told) => {
  const { view, language, moves } = told;
  const cards = view.hand.map((card, at) => `${card}-${view.hand.slice(0, at).filter((other) => other === card).length}`);
  const number = (card) => Number(card.split('-')[0]);
  const offer = (card) => moves.find(({ move }) => move.card === number(card));
  const lay = (card) => make('span', { class: 'sr' }, t(language, 'lay', { card: number(card) }));
  return {
    cards,
    label: t(language, 'hand'),
    ok: (card) => !moves.length || !!offer(card),
    pick: (card) => (offer(card) ? told.act(offer(card).move) : told.ask({ type: 'lay', card: number(card) })),
    face: (card) => make('span', { class: 'tpl-card' }, lay(card), make('span', { 'data-index': '', 'aria-hidden': 'true' }, String(number(card)))),
  };
};

export function mount(target, told, house) {
  target.classList.add('tpl');
  const places = told.view.laid.map((_, seat) => make('div', { 'data-seat-chip': seat }));
  const deck = make('p', { class: 'tpl-deck' });
  const below = make('div', { class: 'tpl-hand' });
  target.append(make('div', { class: 'tpl-table' }, make('div', { class: 'tpl-rows', style: `--seats: ${places.length}` }, ...places), make('div', {}, deck, below)));
  const rows = places.map((place, seat) => house.row(place, row(told, seat)));
  const held = house.hand(below, hand(told));
  let shown = '';
  const update = (told) => {
    // Draw only what is new, so that the focus stays where it is.
    const wanted = JSON.stringify([told.view, told.moves, told.language]);
    if (wanted === shown) return;
    shown = wanted;
    rows.forEach((piece, seat) => piece.update(row(told, seat)));
    held.update(hand(told));
    deck.textContent = t(told.language, 'deck', { n: told.view.deck });
    below.hidden = told.me === null;
  };
  update(told);
  return { update, destroy: () => [...rows, held].forEach((piece) => piece.destroy()) };
}
