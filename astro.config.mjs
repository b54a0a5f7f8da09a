import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { libraryList } from './packaging/library-list.ts';
import { serverInDev } from './src/server/process/astro-dev.ts';

/** @param {string} path as the build names what stands between a component's script tags */
const isOfComponent = (path) => path.includes('.astro_astro_type_script_');

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  session: false,
  // The Origin check in front of every request (src/server/http/origin.ts) replaces this one, which
  // misjudges body-less PUT and DELETE behind a TLS proxy.
  security: { checkOrigin: false },
  devToolbar: { enabled: false },
  integrations: [react(), serverInDev()],
  vite: {
    plugins: [tailwindcss(), libraryList()],
    build: {
      // A small sheet stands in its page, and so does the small script of a component: beside the large sheet either
      // would be asked for over a connection of its own. What the build inlines has its hash in the
      // Content-Security-Policy (src/server/public-pages/note-build.ts); other scripts stay files.
      assetsInlineLimit: (path) => (path.endsWith('.css') || isOfComponent(path) ? undefined : false),
    },
  },
});
