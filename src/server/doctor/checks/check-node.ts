import { type Finding, failed, ok } from './finding.ts';

interface NodeFacts {
  /** `24.1.0` */
  version: string;
  /** package.json's: `^22.14.0 || >=24.0.0` */
  engines: string;
}

/** Checks that the program supports this version of Node. */
export function checkNode({ version, engines }: NodeFacts): Finding {
  const ranges = engines.split(' || ');
  if (ranges.some((range) => isWithin(version, range))) return ok(`This is Node ${version}.`);
  return failed(
    `This is Node ${version}, and the program needs ${ranges.join(' or ')}.`,
    'Install a Node of these versions, and start the service with that one.',
  );
}

/** @param range `^22.14.0` or `>=24.0.0`, as `bin/career-tarot.js` reads them */
function isWithin(version: string, range: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = (range.match(/\d+/g) ?? []).map(Number);
  if (major === oldestMajor) return minor >= oldestMinor;
  return major > oldestMajor && !range.startsWith('^');
}
