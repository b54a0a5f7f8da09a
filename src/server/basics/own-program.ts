import { existsSync } from 'node:fs';

/**
 * @param bundled where the build puts the program: production's Node cannot run the sources
 * @param source its source file, which is used when running from the sources, even beside an old build
 * @throws when this build lacks the program
 */
export function ownProgram(bundled: URL, source: URL): URL {
  // In the bundle `import.meta.url` is the address of the source, but `import.meta.filename` is the bundle's.
  const program = import.meta.filename.endsWith('.ts') ? source : bundled;
  if (!existsSync(program)) throw new Error(`${program.pathname} is missing from this build.`);
  return program;
}
