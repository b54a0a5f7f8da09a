/** Looks up texts in the name system, each as its parts. Throws the system's error, with its `code`. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

/** @returns the texts of a name, none where there is no such name; null when no name server answers */
export async function textsOf(name: string, resolveTxt: ResolveTxt): Promise<string[] | null> {
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null;
  }
}

/** From how many lookups on receivers take a record for broken (RFC 7208, 4.6.4). */
export const mostLookups = 10;

/** @returns how many lookups an SPF record costs, those of the records that it includes as well; at most some more than allowed */
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
