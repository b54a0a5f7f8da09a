import { registerHooks } from 'node:module';
import { changesOf, takeOut } from './protection.ts';
import { protections } from './protections.ts';

/*
 * The same as `run-one.ts` in the world of one protection, whose name is the first argument, and without it when the
 * second is `out`: its text is taken out of the sources while they are loaded. No file is changed.
 */

const [, , name, part] = process.argv;
const protection = protections.find((known) => known.name === name);
if (!protection) throw new Error(`There is no protection called ${name}.`);

const root = new URL('../../../', import.meta.url);
const changes = changesOf(protection, part === 'out');
const left = new Map(changes.map(({ file }) => [new URL(file, root).href, file]));
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!left.delete(url)) return loaded;
    const places = changes.filter(({ file }) => new URL(file, root).href === url);
    return { ...loaded, source: places.reduce(takeOut, String(loaded.source)) };
  },
});
await import('../run-one.ts');
await import('../run.ts');
// It would seem as if nobody missed it.
if (left.size > 0) throw new Error(`Nobody has loaded ${[...left.values()].join(', ')}.`);
