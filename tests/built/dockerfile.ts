import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The contents of an image, built without a container engine. */
export interface Image {
  folder: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  volumes: string[];
  healthcheck: string[];
  command: string[];
}

/** The environment variables passed to npm: for its cache, registry, and certificates. */
const ofNpm = /^(HOME|PATH|NODE_EXTRA_CA_CERTS|(https?|no)_proxy|npm_config_(cache|registry|userconfig))$/i;

/**
 * Runs a Dockerfile in folders on this machine, with this machine's programs instead of its base image's:
 * copies files and runs commands in those folders. A command must not reach any of our files by a path from
 * `/`.
 *
 * @param context the folder sent to the engine
 * @param empty where the stages' file systems are made
 * @param signal when aborted, ends the command that is running
 * @returns the last stage, and the folders of all by their names
 * @throws with a failed command's output, and for an unsupported instruction
 */
export async function buildImage(
  context: string,
  empty: string,
  signal: AbortSignal,
): Promise<{ image: Image; stages: Map<string, string> }> {
  const stages = new Map<string, string>();
  const isIgnored = ignoredBy(context);
  let image: Image | undefined;

  function open(name: string) {
    const folder = join(empty, name);
    mkdirSync(folder, { recursive: true });
    stages.set(name, folder);
    image = { folder, workdir: folder, env: {}, user: 'root', volumes: [], healthcheck: [], command: [] };
  }
  function copy({ folder, workdir }: Image, rest: string) {
    const words = rest.split(/\s+/);
    const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
    const paths = words.filter((word) => !word.startsWith('--'));
    const target = paths.pop() ?? '';
    const to = target.startsWith('/') ? join(folder, target) : join(workdir, target);
    const root = from === undefined ? context : stages.get(from);
    if (root === undefined) throw new Error(`There is no stage ${from}.`);
    for (const path of paths) {
      const source = join(root, path);
      // Copies a folder's contents, and a file into a target that ends with a slash.
      const isFile = target.endsWith('/') && statSync(source).isFile();
      cpSync(source, isFile ? join(to, basename(path)) : to, {
        recursive: true,
        filter: (name) => from !== undefined || !isIgnored(name.slice(context.length).replace(/^\//, '')),
      });
    }
  }
  const instructions: Record<string, (stage: Image, rest: string) => unknown> = {
    WORKDIR(stage, rest) {
      stage.workdir = join(stage.folder, rest);
      mkdirSync(stage.workdir, { recursive: true });
    },
    ENV(stage, rest) {
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value;
    },
    COPY: copy,
    RUN: (stage, rest) => run(stage, rest, signal),
    USER: (stage, rest) => Object.assign(stage, { user: rest }),
    VOLUME: (stage, rest) => stage.volumes.push(rest),
    HEALTHCHECK: (stage, rest) =>
      Object.assign(stage, { healthcheck: JSON.parse(rest.slice(rest.indexOf('['))) }),
    CMD: (stage, rest) => Object.assign(stage, { command: JSON.parse(rest) }),
    EXPOSE: () => {},
  };
  for (const line of linesOf(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
    const [, instruction = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    const follow = instructions[instruction];
    if (instruction === 'FROM') open(/ AS (\S+)$/.exec(rest)?.[1] ?? `stage-${stages.size}`);
    else if (follow && image) await follow(image, rest);
    else throw new Error(`${instruction} is not known here.`);
  }
  if (!image) throw new Error('There is nothing in the Dockerfile.');
  return { image, stages };
}

/** @returns whether a path is left out of the context sent to the engine */
function ignoredBy(context: string): (path: string) => boolean {
  const patterns = readFileSync(join(context, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => new RegExp(`^${line.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(/|$)`));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

async function run({ workdir, env }: Image, command: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => ofNpm.test(name)));
  const child = spawn('sh', ['-c', command], {
    cwd: workdir,
    env: { ...own, npm_config_prefer_offline: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a separate group: npm and its child processes do not end with their shell.
    detached: true,
  });
  const endAll = () => {
    try {
      process.kill(-(child.pid ?? Number.NaN), 'SIGKILL');
    } catch {
      // The whole group has ended.
    }
  };
  signal.addEventListener('abort', endAll, { once: true });
  process.once('exit', endAll);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const [status] = await once(child, 'close');
  signal.removeEventListener('abort', endAll);
  process.off('exit', endAll);
  if (status !== 0) throw new Error(`RUN ${command}\n${said}`);
}

/** @returns the lines of a Dockerfile without comments, with continued lines joined */
function linesOf(text: string): string[] {
  const lines = text.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  return lines.split('\n').filter((line) => line.trim() !== '');
}
