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
    known: '{card}',
    unknown: 'face down',
    sum: '{n} points',
    turns: 'Turn {n} of 8',
    knocked: 'knocked',
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
    known: '{card}',
    unknown: 'verdeckt',
    sum: '{n} Punkte',
    turns: 'Zug {n} von 8',
    knocked: 'hat geklopft',
  },
};
const t = (language, word, values = {}) =>
  (WORDS[language] ?? WORDS.en)[word].replace(/\{(\w+)\}/g, (_, name) => values[name]);

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
    },
    no: { en: 'The open card first, then the 9.', de: 'Zuerst die offene Karte, dann die 9.' },
    well: { en: 'Six points less.', de: 'Sechs Punkte weniger.' },
  },
  {
    players: 2,
    position: { ...START, top: 10, known: [[1, 2, 3], [1, 2]], held: 11, drawn: true },
    until: [{ kind: 'swapped', seat: 0, place: 2 }, { kind: 'discarded', seat: 0 }],
    say: {
      en: 'You have drawn an 11. It is better than your 12; or discard it and keep what you have.',
      de: 'Du hast eine 11 gezogen. Sie ist besser als deine 12; oder wirf sie ab und behalte, was du hast.',
    },
    no: { en: 'For the 12, or away with it.', de: 'Für die 12, oder weg damit.' },
    well: { en: 'Only you know what lies there now.', de: 'Nur du weißt, was jetzt dort liegt.' },
  },
  {
    players: 2,
    position: { players: 2, cards: [[1, 13, 2, 13], [9, 12, 7, 8]], top: 10, known: [[1, 2, 3, 4], [1, 2]] },
    until: [{ kind: 'knocked', seat: 0 }],
    missed: [{ kind: 'took', seat: 0 }, { kind: 'drew', seat: 0 }],
    say: {
      en: 'Three points: a 13 counts nothing. It gets no better, so knock.',
      de: 'Drei Punkte: Eine 13 zählt nichts. Besser wird es nicht, also klopf.',
    },
    no: { en: 'Knock: the button is beside the deck.', de: 'Klopf: Der Knopf ist neben dem Stapel.' },
    well: { en: 'Everybody else has one more turn. That is the whole game.', de: 'Alle anderen sind noch einmal am Zug. Das ist das ganze Spiel.' },
  },
];

/** Every move is made on the table. */
export const hands = true;
/** And everybody's name is there too. */
export const seats = true;

const make = (name, attributes = {}, ...inside) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    key === 'onclick' ? made.addEventListener('click', value) : made.setAttribute(key, value);
  made.append(...inside);
  return made;
};

function draw(target, told) {
  const { view, language, me } = told;
  const say = (word, values) => t(language, word, values);
  const offer = (type, place) => told.moves.find(({ move }) => move.type === type && move.place === place);
  /** Something to press: a move if it is one now, else the server says why not. */
  const press = (attributes, type, place, ...inside) => {
    const found = offer(type, place);
    const asked = place ? { type, place } : { type };
    const act = () => (found ? told.act(found.move) : told.ask(asked));
    return make('button', { ...attributes, 'aria-disabled': String(!found), onclick: act }, ...inside);
  };
  const face = (card) => (card ? String(card) : '');
  const four = (seat) =>
    view.cards[seat].map((card, at) => {
      const label = say('place', { n: at + 1, card: card ? say('known', { card }) : say('unknown') });
      const kind = card ? 'gol-card' : 'gol-card gol-down';
      if (seat !== me || told.over) return make('span', { class: kind, role: 'img', 'aria-label': label }, face(card));
      return press({ class: kind, 'data-card': `place-${at}`, 'data-place': at, 'aria-label': label }, 'swap', at + 1, face(card));
    });
  const row = (seat) => {
    const facts = [
      view.sums.length ? say('sum', { n: view.sums[seat] }) : say('turns', { n: Math.min(view.turns[seat] + 1, 8) }),
      ...(view.knocked === seat ? [say('knocked')] : []),
    ];
    const kind = `gol-row${seat === me ? ' gol-mine' : ''}${view.acting.includes(seat) ? ' gol-turn' : ''}`;
    return make(
      'div',
      { class: kind, role: 'group', 'data-seat-chip': seat, 'aria-label': say('row', { name: told.name(seat) }) },
      make('span', { class: 'gol-who' }, make('b', {}, told.name(seat)), make('small', {}, facts.join(' · '))),
      make('span', { class: 'gol-four' }, ...four(seat)),
    );
  };
  const acting = view.acting[0];
  const held = view.held
    ? [make('span', { class: 'gol-card gol-held', role: 'img', 'aria-label': say('held', { card: view.held }) }, face(view.held))]
    : view.holds
      ? [make('span', { class: 'gol-card gol-down gol-held', role: 'img', 'aria-label': say('holds', { name: told.name(acting) }) })]
      : [];
  const playing = me !== null && !told.over;
  const top = view.top ? face(view.top) : '';
  const middle = make(
    'div',
    { class: 'gol-middle' },
    playing
      ? press({ class: 'gol-card gol-down', 'data-pile': 'deck', 'aria-label': say('deck', { n: view.deck }) }, 'draw', undefined, '')
      : make('span', { class: 'gol-card gol-down', role: 'img', 'aria-label': say('deck', { n: view.deck }) }),
    playing
      ? press(
          { class: top ? 'gol-card' : 'gol-card gol-none', 'data-pile': 'top', 'aria-label': top ? say('top', { card: top }) : say('taken') },
          'take',
          undefined,
          top,
        )
      : make('span', { class: 'gol-card', role: 'img', 'aria-label': top || say('taken') }, top),
    ...held,
    ...(playing && offer('discard') ? [press({ class: 'btn sm', 'data-do': 'discard' }, 'discard', undefined, say('discard'))] : []),
    ...(playing && offer('knock') ? [press({ class: 'btn sm', 'data-do': 'knock' }, 'knock', undefined, say('knock'))] : []),
  );
  const others = view.cards.map((_, seat) => seat).filter((seat) => seat !== me);
  const rows = make('div', { class: 'gol-rows' }, ...others.map(row));
  target.replaceChildren(make('div', { class: 'gol-table' }, rows, middle, ...(me === null ? [] : [row(me)])));
}

export function mount(target, told) {
  const style = make('link', { rel: 'stylesheet', href: new URL('./page.css', import.meta.url).href });
  document.head.append(style);
  target.classList.add('gol');
  let shown = '';
  const update = (now) => {
    // Draw only what is new, so that the focus stays where it is.
    const wanted = JSON.stringify([now.view, now.moves, now.language, now.me, now.over]);
    if (wanted !== shown) draw(target, now);
    shown = wanted;
  };
  update(told);
  return { update, destroy: () => style.remove() };
}
