import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { withoutSummaries } from './vite-summaries.ts';

/**
 * The page that other websites embed, built after the app and into the same folder. A build of its own, because the chunks of the app
 * bring far more code than the page needs; and after the service worker, which must not store the page.
 */
export default defineConfig({
  plugins: [react(), withoutSummaries],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/embed.json',
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: fileURLToPath(new URL('embed.html', import.meta.url)),
      // Names are a part of what a page loads.
      output: { chunkFileNames: 'assets/[hash:7].js' },
    },
  },
});
