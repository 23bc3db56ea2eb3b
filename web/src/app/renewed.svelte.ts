/** Whether the server has newer pages than the one that is open: its first script is then another. */
import { base } from '../tab/place.svelte';

const EVERY = 600_000;
/** The first script of this page. */
export const mine = document.querySelector('script[type="module"][src]')?.getAttribute('src');
let looked = Date.now();

export const pages = $state({ renewed: false });

export async function lookForNewer(): Promise<void> {
  looked = Date.now();
  try {
    const answer = await fetch(base, { cache: 'no-cache' });
    const theirs = answer.ok ? /<script[^>]*\ssrc="([^"]+)"/.exec(await answer.text())?.[1] : undefined;
    if (mine && theirs && theirs !== mine) pages.renewed = true;
  } catch {
    /* the server is away; whoever comes back looks again */
  }
}

/** Now and then, when somebody looks at the page again. */
export function watchPages(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - looked > EVERY) void lookForNewer();
  });
}
