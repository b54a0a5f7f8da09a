import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { serverInDev } from './src/server/process/astro-dev.ts';

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
    plugins: [tailwindcss()],
    build: {
      // Small scripts stay files: an inlined one would need its own hash in the Content-Security-Policy. A small
      // sheet stands in its page: beside the large one it would be asked for over a connection of its own.
      assetsInlineLimit: (path) => (path.endsWith('.css') ? undefined : false),
    },
  },
});
