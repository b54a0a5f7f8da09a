import { existsSync } from 'node:fs';

/**
 * @param bundled where the build puts a program of ours: production's Node may run no sources
 * @param source what it is made of. Who runs from the sources gets this one, however old a build may lie there
 * @throws when this build has none
 */
export function ownProgram(bundled: URL, source: URL): URL {
  // In the bundle a module's own address is that of its source; where it lies is not.
  const program = import.meta.filename.endsWith('.ts') ? source : bundled;
  if (!existsSync(program)) throw new Error(`${program.pathname} is missing from this build.`);
  return program;
}
