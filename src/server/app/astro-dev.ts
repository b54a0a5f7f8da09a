import type { IncomingMessage } from 'node:http';
import type { AstroIntegration } from 'astro';
import type { EnvironmentOptions } from 'vite';
import { readConfig } from '../base/config/config.ts';

const localsKey = Symbol.for('astro.locals');
type DevRequest = IncomingMessage & { [localsKey]?: App.Locals };

/** What renders pages is built with React's production build, whatever NODE_ENV says where it runs. */
const rendererBuild: EnvironmentOptions = {
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    rolldownOptions: {
      // Names and lines stay, so that stack traces can be read.
      output: { comments: false, minify: { compress: true, mangle: false, codegen: false } },
    },
  },
};

/** Returns the Astro integration that runs the service inside `astro dev`; in a build it only sets options. */
export function serverInDev(): AstroIntegration {
  return {
    name: 'career-tarot-server',
    hooks: {
      'astro:config:setup': ({ command, updateConfig, addClientDirective }) => {
        addClientDirective({ name: 'painted', entrypoint: './src/lib/after-paint.ts' });
        for (const name of ['arrival', 'order']) {
          addClientDirective({ name, entrypoint: `./src/features/checkout/directives/${name}.ts` });
        }
        if (command === 'build') {
          // The built pages carry their libraries along, so that production installs none of them.
          updateConfig({ vite: { ssr: { noExternal: true }, environments: { ssr: rendererBuild } } });
        }
        if (command === 'dev') {
          const { host, port } = readConfig();
          updateConfig({ server: { host, port } });
        }
      },
      'astro:server:setup': async ({ server }) => {
        // Only now: building the site needs none of it.
        const { openService } = await import('./open-service.ts');
        const { createPublicAnswers, publicLocals } = await import('./public-pages.ts');
        const { visitorLocals, visitorPages } = await import('./visitor-pages.ts');
        const { printSetUpAddress, onParentExit } = await import('./start-stop.ts');
        const { createListener } = await import('../base/http/listener.ts');
        const { openSetUp } = await import('./set-up/set-up.ts');
        const service = await openService(readConfig());
        const { context, words } = service;
        server.httpServer?.once('close', () => void service.close());
        printSetUpAddress(await openSetUp(context));
        if (context.config.isNpmScript) onParentExit(() => process.exit(0));
        const listener = createListener({
          ...service,
          sandbox: service.sandbox?.app ?? null,
          answers: createPublicAnswers(service, {
            files: new Map(),
            headersOf: () => ({}),
            renderPage: null,
          }),
          pages: visitorPages,
          readLocals: (request, user) => visitorLocals(context, words.read(), request, user),
          headers: {},
          renderPage: (request: DevRequest, _response, next, locals) => {
            request[localsKey] = locals;
            next();
          },
        });
        server.middlewares.use((request: DevRequest, response, next) => {
          request[localsKey] = publicLocals(words.read());
          listener(request, response, next);
        });
      },
    },
  };
}
