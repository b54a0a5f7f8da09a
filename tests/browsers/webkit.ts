import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../faults/running-service/browser.ts';
import { findFreePort } from '../faults/servers/free-port.ts';
import type { findProgram } from './install.ts';
import type { Engine, Size, Tab } from './tab.ts';
import { openSession, type Session } from './web-driver.ts';

/** The window is at least as wide as its toolbar: with the theme's padding, wider than a phone. */
const narrowToolbar = 'button, entry { min-width: 0; padding: 0; border-width: 0; }';

const enterKey = '\uE007';

/** Starts WebKitGTK's small browser through WebDriver, on a separate display: it cannot run without one. */
export async function startWebKit(find: typeof findProgram): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-webkit-'));
  mkdirSync(join(folder, 'gtk-3.0'));
  writeFileSync(join(folder, 'gtk-3.0/gtk.css'), narrowToolbar);

  const screen = start(find('display'), ['-displayfd', '3', '-screen', '0', '1440x1000x24'], {});
  const [display] = await once(screen.stdio[3] ?? screen, 'data', { signal: AbortSignal.timeout(10_000) });
  const environment = { DISPLAY: `:${String(display).trim()}`, XDG_CONFIG_HOME: folder };

  async function openTab(size: Size, inEveryPage: string): Promise<Tab> {
    const port = await findFreePort();
    const driver = start(find('webKitDriver'), [`--port=${port}`], environment);
    const address = `http://127.0.0.1:${port}`;
    const ask = () => fetch(`${address}/status`).catch(() => null);
    await until('the driver of WebKit', 20_000, async () => (await ask())?.ok);
    const browser = { binary: find('miniBrowser'), args: ['--automation'] };
    try {
      const session = await openSession(address, { 'webkitgtk:browserOptions': browser });
      return await createTab(session, size, inEveryPage, () => end(driver));
    } catch (error) {
      await end(driver);
      throw error;
    }
  }

  return {
    // Retries: the driver talks to its browser on a random port, which another program may have.
    openTab: (size, inEveryPage) => openTab(size, inEveryPage).catch(() => openTab(size, inEveryPage)),
    async close() {
      await end(screen);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createTab(
  session: Session,
  size: Size,
  inEveryPage: string,
  endDriver: () => Promise<void>,
): Promise<Tab> {
  // The tab's first page has no storage.
  const evaluate = <T>(expression: string) =>
    session.execute<T>(`if (location.protocol !== 'about:') ${inEveryPage}; return (${expression});`);
  await session.resize(size);
  await until('the size of the window', 20_000, async () => (await evaluate('innerWidth')) === size.width);
  return {
    evaluate,
    async open(url) {
      await session.navigate(url);
    },
    click: ({ x, y }) => {
      const move = { type: 'pointerMove', duration: 0, origin: 'viewport', x, y };
      const press = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
      return session.act({ type: 'pointer', id: 'mouse', actions: [move, ...press] });
    },
    async type(text) {
      const keys = [...text.replaceAll('\n', enterKey)];
      // A key is answered once it is painted: a long text at once would exceed a command's time limit.
      for (let i = 0; i < keys.length; i += 40) {
        const part = keys.slice(i, i + 40);
        const actions = part.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
        await session.act({ type: 'key', id: 'keyboard', actions });
      }
    },
    takePicture: () => session.takePicture(),
    async close() {
      await session.close();
      await endDriver();
    },
  };
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

function start(command: string, args: string[], environment: Record<string, string>): ChildProcess {
  const child = spawn(command, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}
