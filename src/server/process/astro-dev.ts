import type { IncomingMessage } from 'node:http';
import type { AstroIntegration } from 'astro';
import type { EnvironmentOptions } from 'vite';
import { readConfig } from '../config/config.ts';

const localsKey = Symbol.for('astro.locals');

/** How what renders pages is built: as React that is not developed with, whatever NODE_ENV says where it runs. */
const rendererBuild: EnvironmentOptions = {
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    rolldownOptions: {
      // Names and lines stay, so that stack traces can be read.
      output: { comments: false, minify: { compress: true, mangle: false, codegen: false } },
    },
  },
};

/**
 * Gives the pages their way to come to life, and `astro dev` the same API, sandbox and locals that the built product
 * has.
 */
export function serverInDev(): AstroIntegration {
  return {
    name: 'career-tarot-server',
    hooks: {
      'astro:config:setup': ({ command, updateConfig, addClientDirective }) => {
        for (const name of ['painted', 'arrival', 'order']) {
          addClientDirective({ name, entrypoint: `./src/client/directives/${name}.ts` });
        }
        if (command === 'build') {
          // The built pages carry their libraries along, so that production installs none of them.
          updateConfig({
            vite: {
              ssr: { noExternal: true },
              environments: { ssr: rendererBuild },
            },
          });
        }
        if (command === 'dev') {
          const { host, port } = readConfig();
          updateConfig({ server: { host, port } });
        }
      },
      'astro:server:setup': async ({ server }) => {
        // Only now: building the site needs none of it.
        const { openService } = await import('./open-service.ts');
        const { whenOrphaned } = await import('./signals.ts');
        const { localsForAll } = await import('../public-pages/public-pages.ts');
        const { keepPortraits, keepPublicWords, keepSettings, refreshTogether } = await import(
          './public-answers.ts'
        );
        const { listenerOf } = await import('./service-listener.ts');
        const { openSetUp } = await import('../set-up/open-set-up.ts');
        const { tellSetUp } = await import('./tell-set-up.ts');
        const service = await openService(readConfig());
        const answers = new Map();
        const words = keepPublicWords(service);
        refreshTogether(service, [
          words,
          keepSettings(service, words, answers, {}),
          keepPortraits(service, answers, {}),
        ]);
        server.httpServer?.once('close', () => void service.close());
        tellSetUp(await openSetUp(service.context));
        if (service.context.config.isNpmScript) whenOrphaned(() => process.exit(0));
        const listener = listenerOf(service, words, {
          assets: answers,
          // Vite makes each page again for every request.
          whenMade: async () => undefined,
          headers: {},
          renderPage: (page: IncomingMessage & { [localsKey]?: App.Locals }, _response, next, locals) => {
            page[localsKey] = locals;
            next();
          },
        });
        server.middlewares.use((page: IncomingMessage & { [localsKey]?: App.Locals }, response, next) => {
          page[localsKey] = localsForAll(words.read());
          listener(page, response, next);
        });
      },
    },
  };
}
