import './base.css';
import { mount } from 'svelte';
import App from './app/App.svelte';
import { watchPages } from './app/renewed.svelte';
import { watchRoute } from './app/route.svelte';
import { keepSettings, settings } from './app/settings.svelte';
import { learn } from './app/words.svelte';
import { neverLost } from './kit/focus';
import { base } from './tab/place.svelte';

keepSettings();
watchRoute();
watchPages();
neverLost();
// The two fonts are on their way already; with them there, nothing jumps. A slow line does not wait for them.
const fonts = Promise.all(['400 1em Caprasimo', '500 1em Figtree'].map((font) => document.fonts.load(font)));
const soon = new Promise((done) => setTimeout(done, 600));
await Promise.all([learn(settings.language), Promise.race([fonts, soon])]).catch(() => undefined);
mount(App, { target: document.getElementById('app')! });
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register(`${base}sw.js`, { scope: base }).catch(() => undefined);
