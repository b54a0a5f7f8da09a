import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What every process that a test starts is given, and nothing else of our environment: where programs are, and
 * where Node keeps what it has compiled of them, so that all but the first start in half the time.
 */
export const processEnv = {
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: join(tmpdir(), 'career-tarot-compiled'),
};
