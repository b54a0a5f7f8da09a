import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What an image is, without an engine that makes or runs it. */
export interface Image {
  folder: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  volumes: string[];
  healthcheck: string[];
  command: string[];
}

/** What of our environment reaches npm: where its cache and registry are, and whom to trust. */
const ofNpm = /^(HOME|PATH|NODE_EXTRA_CA_CERTS|(https?|no)_proxy|npm_config_(cache|registry|userconfig))$/i;

/**
 * Does what a Dockerfile says in folders of this machine, with the programs that are here instead of those of its base:
 * files are copied as they are to be, and commands run where they are to run. Nothing of ours may be reached by a path
 * from `/` in a command.
 *
 * @param context the folder that is sent to the engine
 * @param empty where the stages' file systems are made
 * @param signal ends what a command has begun, when it is aborted
 * @returns the last stage, and the folders of all by their names
 * @throws with what a command said, when it failed, and for an instruction that is not known here
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
      // A folder's contents are copied, and a file into a folder that ends with a slash.
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

/** @returns whether a path from the context is not sent to the engine */
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
    // A group of its own: npm and what it has begun do not end with their shell.
    detached: true,
  });
  const endAll = () => {
    try {
      process.kill(-(child.pid ?? Number.NaN), 'SIGKILL');
    } catch {
      // All of it has ended.
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

/** @returns the lines of a Dockerfile, without comments, and with what is continued in one */
function linesOf(text: string): string[] {
  const lines = text.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  return lines.split('\n').filter((line) => line.trim() !== '');
}
