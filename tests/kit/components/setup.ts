import { beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { pageQuery } from '../../../src/lib/query.ts';

// On its own, this happens in the first file of a run only: the files share their modules.
beforeEach(cleanup);
// A new page has not fetched anything.
beforeEach(() => pageQuery.invalidateKeys(() => true));
