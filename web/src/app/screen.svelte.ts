/** What kind of screen it is: narrow (a phone, or a small window), a phone on its side, or narrow and high (a tablet on end). */
const QUERIES = {
  narrow: matchMedia('(max-width: 900px)'),
  lying: matchMedia('(max-width: 900px) and (min-width: 600px) and (max-height: 500px)'),
  tablet: matchMedia('(max-width: 900px) and (min-width: 680px) and (min-height: 800px)'),
};
const now = () => ({ narrow: QUERIES.narrow.matches, lying: QUERIES.lying.matches, tablet: QUERIES.tablet.matches });
export const screen = $state(now());
for (const query of Object.values(QUERIES)) query.addEventListener('change', () => Object.assign(screen, now()));
