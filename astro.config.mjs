import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { careerTarot } from './src/server/app/astro-dev.ts';
import { libraryList } from './tools/release/library-list.ts';

/** @param {string} path as the build names what stands between a component's script tags */
const isOfComponent = (path) => path.includes('.astro_astro_type_script_');

/** On the checkout every byte counts, and the name of a file is a dozen: what its later parts need is found when they come. */
const neededLater = () => ({
  name: 'needed-later',
  /** @param {string} environment Astro leaves no other way to tell that of the browser */
  configEnvironment: (environment) =>
    environment === 'client' ? { build: { modulePreload: { resolveDependencies } } } : undefined,
});

/**
 * @param {string} _file
 * @param {string[]} needed
 * @param {{ hostId: string }} host
 */
const resolveDependencies = (_file, needed, { hostId }) => (/\/Checkout\.[^/]+$/.test(hostId) ? [] : needed);

export default defineConfig({
  output: 'server',
  adapter: careerTarot(),
  session: false,
  // The Origin check in front of every request (src/server/base/http/middleware.ts) replaces this one, which
  // misjudges body-less PUT and DELETE behind a TLS proxy.
  security: { checkOrigin: false },
  devToolbar: { enabled: false },
  integrations: [react()],
  vite: {
    plugins: [tailwindcss(), libraryList(), neededLater()],
    build: {
      // A small sheet stands in its page, and so does the small script of a component: beside the large sheet either
      // would be asked for over a connection of its own. What the build inlines has its hash in the
      // Content-Security-Policy (src/server/app/build-site.ts); other scripts stay files.
      assetsInlineLimit: (path) => (path.endsWith('.css') || isOfComponent(path) ? undefined : false),
    },
  },
});
