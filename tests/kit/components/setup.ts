import { beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { pageQuery } from '../../../src/lib/query.ts';

// By itself it happens in the first file of a run alone: the files share their modules.
beforeEach(cleanup);
// A new page has fetched nothing yet.
beforeEach(() => pageQuery.invalidateKeys(() => true));
