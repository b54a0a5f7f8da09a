import { readFileSync } from 'node:fs';

const imports = /^import [^;]*? from '\.\/([\w-]+\.js)';\n/gm;

/**
 * Joins the modules of this folder into one classic script: `window.Stripe` has to exist when the script's `load` event
 * fires, which a module with imports cannot promise.
 */
export function stripeScript(): string {
  const parts = new Map<string, string>();
  const add = (name: string): void => {
    if (parts.has(name)) return;
    const source = readFileSync(new URL(name, import.meta.url), 'utf8');
    parts.set(name, '');
    for (const [, imported] of source.matchAll(imports)) if (imported) add(`./${imported}`);
    parts.delete(name);
    parts.set(name, source.replace(imports, '').replace(/^export /gm, ''));
  };
  add('./stripe.js');
  return `(() => {\n'use strict';\n${[...parts.values()].join('\n')}})();\n`;
}
