/** Looks up TXT records in DNS, each as its parts. Throws the system's error, with its `code`. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

/** @returns the TXT records of a name, none when it does not exist; null when no name server answers */
export async function textsOf(name: string, resolveTxt: ResolveTxt): Promise<string[] | null> {
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null;
  }
}

/** How many lookups a record may cost before receivers reject it (RFC 7208, 4.6.4). */
export const mostLookups = 10;

/**
 * @returns how many lookups an SPF record costs, with those of the records it includes; stops counting some above the
 *   limit
 */
export async function countLookups(record: string, resolveTxt: ResolveTxt): Promise<number> {
  let lookups = 0;
  const waiting = [record];
  for (let next = waiting.shift(); next !== undefined && lookups <= mostLookups; next = waiting.shift()) {
    for (const term of next.split(/\s+/).slice(1)) {
      const [, name = '', value = ''] =
        /^[+?~-]?(include|a|mx|ptr|exists|redirect)(?:[:=]([^/\s]+))?(?:\/|$)/i.exec(term) ?? [];
      if (name === '') continue;
      lookups += 1;
      if (!/^(include|redirect)$/i.test(name) || value.includes('%')) continue;
      const included = (await textsOf(value, resolveTxt))?.find(isSpf);
      if (included !== undefined) waiting.push(included);
    }
  }
  return lookups;
}

export const isSpf = (text: string): boolean => /^v=spf1(\s|$)/i.test(text);
