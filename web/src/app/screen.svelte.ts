/** Whether the screen is narrow: a phone, or a small window. */
const query = matchMedia('(max-width: 900px)');
export const screen = $state({ narrow: query.matches });
query.addEventListener('change', () => (screen.narrow = query.matches));
