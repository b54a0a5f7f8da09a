import type { IncomingMessage } from 'node:http';
import type { AstroIntegration } from 'astro';
import { parse as parseCookies } from 'hono/utils/cookie';
import type { EnvironmentOptions } from 'vite';
import { readConfig } from '../base/config/config.ts';

const localsKey = Symbol.for('astro.locals');
type DevRequest = IncomingMessage & { [localsKey]?: App.Locals };

/** The paths that the service answers: neither pages nor files. */
const ofService =
  /^\/(api|healthz|readyz|metrics|sandbox|portraits|pictures)([/?]|$)|^\/order\/[^/]+\/letter\.pdf/;

/** Builds the renderer with React's production build, even if NODE_ENV differs at run time. */
const rendererBuild: EnvironmentOptions = {
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    rolldownOptions: {
      // Keeps names and lines, so that stack traces can be read.
      output: { comments: false, minify: { compress: true, mangle: false, codegen: false } },
    },
  },
};

/** Returns the Astro integration that builds the service's pages, and runs the service inside `astro dev`. */
export function careerTarot(): AstroIntegration {
  return {
    name: 'career-tarot',
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
      'astro:config:done': ({ setAdapter }) =>
        setAdapter({
          name: 'career-tarot',
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('./site-renderer.ts', import.meta.url),
          adapterFeatures: { buildOutput: 'server' },
          supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
        }),
      'astro:server:setup': async ({ server }) => {
        // Imported here, because building the site needs none of it.
        const { openService } = await import('./open-service.ts');
        const { visitorLocals } = await import('./visitor-pages.ts');
        const { printSetUpAddress, onParentExit } = await import('./start-stop.ts');
        const { createListener } = await import('../base/http/listener.ts');
        const { openSetUp } = await import('./set-up/set-up.ts');
        const service = await openService(readConfig());
        const { app, context, sessions, words } = service;
        server.httpServer?.once('close', () => void service.close());
        printSetUpAddress(await openSetUp(context));
        if (context.config.isNpmScript) onParentExit(() => process.exit(0));
        const listener = createListener(app, context.config);
        // Pages and files are left to Astro.
        server.middlewares.use(async (request: DevRequest, response, next) => {
          if (ofService.test(request.url ?? '')) return listener(request, response);
          const { method = 'GET', headers } = request;
          const token = parseCookies(headers.cookie ?? '', sessions.cookieName)[sessions.cookieName];
          const user = token ? ((await sessions.find(token))?.user ?? null) : null;
          const asked = {
            method,
            headers: new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])),
          };
          request[localsKey] = visitorLocals(context, words.read(), asked, user);
          next();
        });
      },
    },
  };
}
