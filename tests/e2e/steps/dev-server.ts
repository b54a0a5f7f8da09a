import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../../db/client.ts';
import { seedDemo } from '../../../db/seed.ts';
import { systemRandom } from '../../../src/server/basics/random.ts';
import { findFreePort } from '../../faults/servers/free-port.ts';
import { expect } from './steps.ts';

/** `npm run dev` in a copy of the project, whose files may be changed whatever becomes of the test. */
export interface DevServer {
  url: string;
  /** Replaces a text in a file of the copy, as a developer would. */
  edit(file: string, from: string, to: string): void;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = ['package.json', 'tsconfig.json', 'astro.config.mjs', 'tailwind.config.mjs'];
const copied = [...files, 'src', 'db', 'emails', 'packaging', 'public'];

export async function startDevServer(): Promise<DevServer> {
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-dev-'));
  const project = join(folder, 'project');
  copyProject(project);
  const databasePath = join(folder, 'dev.db');
  const db = openDatabase(databasePath);
  await seedDemo({ db, clock: { now: () => Date.now() }, random: systemRandom });
  db.$client.close();

  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  // A group of its own, which ends when this process no longer holds its input, however that comes about.
  const group = spawn('sh', ['-c', 'npm run dev </dev/null & read -r _; kill -KILL 0'], {
    cwd: project,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      STRIPE_SANDBOX_PORT: '0',
      DATABASE_PATH: databasePath,
      RATE_LIMITS: 'off',
      APPROVAL_UNDO_SECONDS: '0',
      LOG_LEVEL: 'warn',
      ASTRO_TELEMETRY_DISABLED: '1',
    },
  });
  let words = '';
  for (const stream of [group.stdout, group.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      words += text;
    });
  }
  await expect
    .poll(() => isReady(url), { message: 'npm run dev answers', timeout: 30_000 })
    .toBe(true)
    .catch((error: unknown) => {
      group.stdin.end();
      throw new Error(`${error}\n${words}`);
    });

  return {
    url,
    edit(file, from, to) {
      const path = join(project, file);
      const before = readFileSync(path, 'utf8');
      if (!before.includes(from)) throw new Error(`"${from}" is not in ${file}`);
      writeFileSync(path, before.replace(from, to));
    },
    async stop() {
      const exit = once(group, 'exit');
      group.stdin.end();
      await exit;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function copyProject(project: string): void {
  for (const name of copied) cpSync(join(root, name), join(project, name), { recursive: true });
  // A folder of links, so that what tools keep beside the packages is kept here.
  const packages = join(root, 'node_modules');
  mkdirSync(join(project, 'node_modules'));
  for (const name of readdirSync(packages)) {
    if (!name.startsWith('.') || name === '.bin') {
      symlinkSync(join(packages, name), join(project, 'node_modules', name));
    }
  }
  // Vite serves files below the project only, and the packages are not there.
  renameSync(join(project, 'astro.config.mjs'), join(project, 'astro.config.project.mjs'));
  writeFileSync(
    join(project, 'astro.config.mjs'),
    `import config from './astro.config.project.mjs';
     const server = { fs: { allow: ['.', ${JSON.stringify(packages)}] } };
     export default { ...config, vite: { ...config.vite, server } };`,
  );
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}
