import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What an image is, without an engine that makes or runs it. */
export interface Image {
  /** Its file system. */
  folder: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  volumes: string[];
  healthcheck: string[];
  command: string[];
}

interface Stage extends Image {
  name: string;
}

interface Surroundings {
  context: string;
  stages: ReadonlyMap<string, string>;
  patience: AbortSignal;
}

/** What of our environment reaches npm: where its cache and registry are. */
const ofNpm = /^(HOME|PATH|(https?|no)_proxy|npm_config_(cache|registry|userconfig))$/i;

/**
 * Does what a Dockerfile says in folders of this machine, with the programs that are here instead of those of its base:
 * files are copied as they are to be, and commands run where they are to run. Nothing of ours may be reached by a path
 * from `/` in a command.
 *
 * @param context the folder that is sent to the engine
 * @param empty where the stages' file systems are made
 * @param patience ends whatever a command has begun, when it is aborted
 * @returns the last stage, and the folders of all by their names
 * @throws with what a command said, when it failed, and for an instruction that is not known here
 */
export async function buildImage(
  context: string,
  empty: string,
  patience: AbortSignal,
): Promise<{ image: Image; stages: Map<string, string> }> {
  const stages = new Map<string, string>();
  let stage: Stage | undefined;
  for (const [instruction, rest] of instructionsOf(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
    if (instruction === 'FROM') {
      stage = openStage(empty, / AS (\S+)$/.exec(rest)?.[1] ?? `stage-${stages.size}`);
      stages.set(stage.name, stage.folder);
    } else if (stage) {
      await follow(stage, instruction, rest, { context, stages, patience });
    }
  }
  if (!stage) throw new Error('There is nothing in the Dockerfile.');
  return { image: stage, stages };
}

function openStage(empty: string, name: string): Stage {
  const folder = join(empty, name);
  mkdirSync(folder, { recursive: true });
  return { name, folder, workdir: folder, env: {}, user: 'root', volumes: [], healthcheck: [], command: [] };
}

async function follow(
  stage: Stage,
  instruction: string,
  rest: string,
  { context, stages, patience }: Surroundings,
): Promise<void> {
  switch (instruction) {
    case 'WORKDIR':
      stage.workdir = join(stage.folder, rest);
      mkdirSync(stage.workdir, { recursive: true });
      return;
    case 'ENV':
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value;
      return;
    case 'COPY':
      copy(stage, rest, context, stages);
      return;
    case 'RUN':
      await run(stage, rest, patience);
      return;
    case 'USER':
      stage.user = rest;
      return;
    case 'VOLUME':
      stage.volumes.push(rest);
      return;
    case 'HEALTHCHECK':
      stage.healthcheck = JSON.parse(rest.slice(rest.indexOf('[')));
      return;
    case 'CMD':
      stage.command = JSON.parse(rest);
      return;
    case 'EXPOSE':
      return;
    default:
      throw new Error(`${instruction} is not known here.`);
  }
}

function copy(
  { folder, workdir }: Stage,
  rest: string,
  context: string,
  stages: ReadonlyMap<string, string>,
): void {
  const words = rest.split(/\s+/);
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--'));
  const target = paths.pop() ?? '';
  const to = target.startsWith('/') ? join(folder, target) : join(workdir, target);
  const stage = from === undefined ? undefined : stages.get(from);
  if (from !== undefined && stage === undefined) throw new Error(`There is no stage ${from}.`);
  const isIgnored = stage === undefined ? ignoredBy(context) : () => false;
  for (const path of paths) {
    const source = join(stage ?? context, path);
    // A folder's contents are copied, and a file into a folder that ends with a slash.
    const isFile = target.endsWith('/') && readdirOf(source) === null;
    cpSync(source, isFile ? join(to, basename(path)) : to, {
      recursive: true,
      filter: (name) => !isIgnored(name.slice(context.length).replace(/^\//, '')),
    });
  }
}

function readdirOf(path: string): string[] | null {
  try {
    return readdirSync(path);
  } catch {
    return null;
  }
}

/** @returns whether a path from the context is not sent to the engine */
function ignoredBy(context: string): (path: string) => boolean {
  const patterns = readFileSync(join(context, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => new RegExp(`^${line.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(/|$)`));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

async function run({ workdir, env }: Stage, command: string, patience: AbortSignal): Promise<void> {
  patience.throwIfAborted();
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
  patience.addEventListener('abort', endAll, { once: true });
  process.once('exit', endAll);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const [status] = await once(child, 'close');
  patience.removeEventListener('abort', endAll);
  process.off('exit', endAll);
  if (status !== 0) throw new Error(`RUN ${command}\n${said}`);
}

function instructionsOf(text: string): [instruction: string, rest: string][] {
  return text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1).trim()]);
}
