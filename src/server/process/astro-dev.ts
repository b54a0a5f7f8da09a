import type { IncomingMessage } from 'node:http';
import type { AstroIntegration } from 'astro';
import { readConfig, readSiteForBuild } from '../config/config.ts';
import { noteBuiltIdentity } from '../site/built-site.ts';

const localsKey = Symbol.for('astro.locals');

/**
 * Gives the pages their identity when they are built and their way to come to life, and `astro dev` the same
 * API, sandbox and locals that the built product has.
 */
export function serverInDev(): AstroIntegration {
  return {
    name: 'career-tarot-server',
    hooks: {
      'astro:config:setup': ({ command, updateConfig, addClientDirective }) => {
        for (const name of ['painted', 'arrival']) {
          addClientDirective({ name, entrypoint: `./src/client/directives/${name}.ts` });
        }
        const site = readSiteForBuild();
        updateConfig({
          site: site.publicUrl,
          vite: { define: { __SITE__: JSON.stringify(site) } },
        });
        if (command === 'build') {
          // The built pages carry their libraries along, so that production installs none of them.
          updateConfig({ vite: { ssr: { noExternal: true } } });
        }
        if (command === 'dev') {
          const { host, port } = readConfig();
          updateConfig({ server: { host, port } });
        }
      },
      // Beside the two folders of the build, where nobody is served from.
      'astro:build:done': ({ dir }) => noteBuiltIdentity(new URL('../site.json', dir), readSiteForBuild()),
      'astro:server:setup': async ({ server }) => {
        // Only now: building the site needs none of it.
        const { createService } = await import('./create-service.ts');
        const { whenOrphaned } = await import('./signals.ts');
        const { readCustomerOrder } = await import('../order-views/customer-order.ts');
        const { findEvidence } = await import('../order-views/evidence/find-evidence.ts');
        const { createListener } = await import('../site/listener.ts');
        const service = await createService(readConfig());
        server.httpServer?.once('close', () => void service.close());
        if (service.context.config.isNpmScript) whenOrphaned(() => process.exit(0));
        server.middlewares.use(
          createListener({
            config: service.context.config,
            app: service.app,
            sandbox: service.sandbox && { fetch: service.sandbox.app.fetch },
            assets: new Map(),
            sessions: service.sessions,
            readOrder: (token, isCustomer) => readCustomerOrder(service.context, token, isCustomer),
            findEvidence: (orderId) => findEvidence(service.context, orderId),
            proxies: service.context.proxies,
            headers: {},
            log: service.context.log,
            renderPage: (page: IncomingMessage & { [localsKey]?: App.Locals }, _response, next, locals) => {
              page[localsKey] = locals;
              next();
            },
          }),
        );
      },
    },
  };
}
