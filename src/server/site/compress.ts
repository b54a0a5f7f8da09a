import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Bodies } from './assets.ts';

/** @returns a content with its compressed copies, as small as they get; a copy that would not be smaller is left out */
export function compress(identity: Buffer): Bodies {
  const br = brotliCompressSync(identity, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
  });
  const gzip = gzipSync(identity, { level: 9 });
  const smaller = (copy: Buffer) => (copy.length < identity.length ? copy : undefined);
  return { identity, br: smaller(br), gzip: smaller(gzip) };
}
