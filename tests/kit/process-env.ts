import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The environment of every process that a test starts; with Node's compile cache all but the first start twice as fast. */
export const processEnv = {
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: join(tmpdir(), 'career-tarot-compiled'),
};
