import type { Plugin } from 'rolldown';

/**
 * Writes what is bundled in plain ASCII, which V8 keeps in half the memory. A column behind an escape is off, its line
 * is not.
 */
export const plainAscii: Plugin = {
  name: 'plain-ascii',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      chunk.code = chunk.code.replaceAll(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};
