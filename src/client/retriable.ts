/**
 * Some browsers remember for good what could not be fetched, by its whole address: without a connection nothing is asked
 * for, and what has failed is asked for once more under another address, which is the same file.
 *
 * @param load imports the module of a part of a page, and takes the part out of it
 * @param name what the part is called there: the build keeps the names of what is imported this way
 * @returns fetches it; each call is another try
 */
export function retriable<Part>(load: () => Promise<Part>, name: string): () => Promise<Part> {
  let failed: string | undefined;
  let tries = 0;
  return async () => {
    if (navigator.onLine === false) throw new TypeError('There is no connection.');
    try {
      if (!failed) return await load();
      tries += 1;
      return (await import(/* @vite-ignore */ `${failed}#${tries}`))[name];
    } catch (error) {
      // Browsers name the file in words of their own: "Failed to fetch dynamically imported module: https://…".
      failed ??= /https?:\S+/.exec(String(error))?.[0];
      throw error;
    }
  };
}
