import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The environment of all processes in tests. Node's compile cache halves every start after the first. */
export const processEnv = {
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: join(tmpdir(), 'career-tarot-compiled'),
};
