import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'rolldown';
import { libraryList } from './tools/release/library-list.ts';
import { binaryLibraries } from './tools/release/production-packages.ts';

/*
 * The last step of `npm run build`: the server and the commands of its operator, with all libraries but those
 * of binary code, in a few files of `dist/service`. `bin/career-tarot.js` starts them.
 */

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * A module of ours keeps its own address in the bundle, and so finds what lies beside it among the sources: the
 * migrations, the built site, the sandbox's half in the browser.
 */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  load: {
    filter: { id: { include: /\.ts$/, exclude: /node_modules/ } },
    handler(path) {
      const address = `new URL('../../${path.slice(root.length).replaceAll('\\', '/')}', import.meta.url).href`;
      return readFileSync(path, 'utf8').replaceAll('import.meta.url', address);
    },
  },
};

export default defineConfig({
  input: {
    start: 'src/server/app/main.ts',
    install: 'src/server/app/commands/install-command.ts',
    rollback: 'src/server/app/commands/rollback-command.ts',
    demo: 'src/demo/run-demo.ts',
    migrate: 'src/server/app/commands/migrate-command.ts',
    database: 'src/server/ops/backups/database-process.ts',
    backup: 'src/server/app/commands/backup-command.ts',
    restore: 'src/server/app/commands/restore-command.ts',
    user: 'src/server/app/commands/user-command.ts',
    stripe: 'src/server/app/commands/stripe-command.ts',
    sandbox: 'src/sandbox/run-sandbox.ts',
    doctor: 'src/server/app/commands/doctor-command.ts',
    privacy: 'src/server/app/commands/privacy-command.ts',
  },
  platform: 'node',
  external: binaryLibraries,
  plugins: [ownAddresses, libraryList('service')],
  output: {
    dir: 'dist/service',
    cleanDir: true,
    comments: false,
    // Names and lines stay, for readable stacks.
    minify: { compress: true, mangle: false, codegen: false },
  },
});
