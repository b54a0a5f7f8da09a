import { beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';

// By itself it happens in the first file of a run alone: the files share their modules.
beforeEach(cleanup);
