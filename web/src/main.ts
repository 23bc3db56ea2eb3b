import './base.css';
import { mount } from 'svelte';
import App from './app/App.svelte';
import { watchPages } from './app/renewed.svelte';
import { watchRoute } from './app/route.svelte';
import { keepSettings, settings } from './app/settings.svelte';
import { learn } from './app/words.svelte';

keepSettings();
watchRoute();
watchPages();
await learn(settings.language).catch(() => undefined);
mount(App, { target: document.getElementById('app')! });
