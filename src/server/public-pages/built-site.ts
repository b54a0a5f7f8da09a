import { readFileSync } from 'node:fs';

/** What the service has to know of the build whose pages it serves. */
export interface BuiltSite {
  /** Differs between builds that may render different pages. */
  id: string;
  /** The scripts in its pages, as Content-Security-Policy sources. */
  scriptHashes: string[];
}

/** Beside the two folders of the build: no request is answered from here. */
export const builtSiteFile = new URL('../../../dist/site.json', import.meta.url);

/** @throws when the build did not come to its end */
export function readBuiltSite(): BuiltSite {
  return JSON.parse(readFileSync(builtSiteFile, 'utf8'));
}
