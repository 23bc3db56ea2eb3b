import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { offline, physics, precompressed, symbolSheet, withoutText } from './build.ts';

const server = process.env['PARLOUR_SERVER'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  // Everything finds everything else beside itself: a folder of these files may lie anywhere.
  base: './',
  define: { __PHYSICS__: JSON.stringify(physics) },
  plugins: [symbolSheet(), svelte(), offline(), precompressed()],
  build: {
    outDir: '../src/parlour/pages',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  // MuJoCo asks for node's `module` where there is no browser.
  worker: { format: 'es', plugins: () => [withoutText()], rolldownOptions: { external: ['module'] } },
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: server, ws: true } } },
});
