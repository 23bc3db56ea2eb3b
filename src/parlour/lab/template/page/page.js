/** Template's own page: what lies before everybody, and my hand. Plain JavaScript, no build: change it and load the page again.
 * What may be exported here, and what `told` has in it, is said in web/src/games/guests.svelte.ts and kinds.ts. */

const WORDS = {
  en: { hand: 'Your hand', laid: 'Laid by {name}', lay: 'Lay {card}', deck: 'Deck: {n}', score: '{n} points' },
  de: { hand: 'Deine Hand', laid: 'Gelegt von {name}', lay: '{card} legen', deck: 'Stapel: {n}', score: '{n} Punkte' },
};
const t = (language, word, values = {}) =>
  (WORDS[language] ?? WORDS.en)[word].replace(/\{(\w+)\}/g, (_, name) => values[name]);

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
    say: { en: 'Lay any card of your hand.', de: 'Leg irgendeine Karte deiner Hand.' },
    no: { en: 'Press a card of your hand below.', de: 'Drück eine Karte deiner Hand unten.' },
    well: { en: 'It lies open, and you have drawn another one.', de: 'Sie liegt offen, und du hast eine neue gezogen.' },
  },
  {
    ...at([6, 12, 12], [6, 6, 12], 4),
    until: [{ kind: 'finished' }],
    say: { en: 'Your last card: the highest sum wins.', de: 'Deine letzte Karte: Die höchste Summe gewinnt.' },
    no: { en: 'Any card of your hand will do.', de: 'Jede Karte deiner Hand geht.' },
    well: { en: 'That is the whole game.', de: 'Das ist das ganze Spiel.' },
  },
];

/** Every move is made by pressing a card. */
export const hands = true;

export const status = (view) => `${view.laid[0].length}/4`;

const make = (name, attributes = {}, ...inside) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    key === 'onclick' ? made.addEventListener('click', value) : made.setAttribute(key, value);
  made.append(...inside);
  return made;
};

function draw(target, told) {
  const { view, language } = told;
  const rows = view.laid.map((laid, seat) =>
    make(
      'div',
      { class: 'tpl-row', role: 'group', 'aria-label': t(language, 'laid', { name: told.name(seat) }) },
      make('b', {}, told.name(seat)),
      make('span', { class: 'tpl-cards' }, ...[0, 1, 2, 3].map((n) => make('span', { class: laid[n] ? 'tpl-card' : 'tpl-card tpl-free' }, String(laid[n] ?? '')))),
      make('span', {}, t(language, 'score', { n: view.score[seat] })),
    ),
  );
  const offer = (card) => told.moves.find(({ move }) => move.card === card);
  const hand = view.hand.map((card, at) =>
    make(
      'button',
      {
        class: 'tpl-card',
        'data-card': `${card}-${view.hand.slice(0, at).filter((other) => other === card).length}`,
        'aria-label': t(language, 'lay', { card }),
        'aria-disabled': String(!offer(card)),
        onclick: () => (offer(card) ? told.act(offer(card).move) : told.ask({ type: 'lay', card })),
      },
      String(card),
    ),
  );
  const table = [
    make('div', { class: 'tpl-rows' }, ...rows, make('small', {}, t(language, 'deck', { n: view.deck }))),
    make('div', { class: 'tpl-hand', role: 'group', 'aria-label': t(language, 'hand') }, ...hand),
  ];
  target.replaceChildren(make('div', { class: 'tpl-table' }, ...table));
}

export function mount(target, told) {
  const style = make('link', { rel: 'stylesheet', href: new URL('./page.css', import.meta.url).href });
  document.head.append(style);
  target.classList.add('tpl');
  let shown = '';
  const update = (now) => {
    // Draw only what is new, so that the focus stays where it is.
    const wanted = JSON.stringify([now.view, now.moves, now.language]);
    if (wanted !== shown) draw(target, now);
    shown = wanted;
  };
  update(told);
  return { update, destroy: () => style.remove() };
}
