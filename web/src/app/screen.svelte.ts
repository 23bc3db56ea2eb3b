/** Whether the screen is narrow (a phone, or a small window), and whether it is a phone on its side. */
const narrow = matchMedia('(max-width: 900px)');
const lying = matchMedia('(max-width: 900px) and (min-width: 600px) and (max-height: 500px)');
export const screen = $state({ narrow: narrow.matches, lying: lying.matches });
for (const query of [narrow, lying])
  query.addEventListener('change', () => Object.assign(screen, { narrow: narrow.matches, lying: lying.matches }));
