import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Returns brotli before gzip by an Accept-Encoding header; null when it has neither. */
export function chooseEncoding(header: string | undefined): 'br' | 'gzip' | null {
  if (!header) return null;
  if (accepts(header, 'br')) return 'br';
  return accepts(header, 'gzip') ? 'gzip' : null;
}

/** `q=0` refuses a coding (RFC 9110, 12.5.3). */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** Compresses a body at once if the caller takes it. @param effort 1 to 9; 4 takes under a millisecond for a page */
export function compressNow(body: Buffer | string, acceptEncoding: string | undefined, effort: number) {
  const encoding = chooseEncoding(acceptEncoding);
  if (encoding === null) return { body, headers: {} };
  const compressed =
    encoding === 'br'
      ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: effort } })
      : gzipSync(body, { level: effort });
  return { body: compressed, headers: { 'Content-Encoding': encoding } };
}
