/**
 * Makes a dynamic import that can be retried. Some browsers remember a failed import for good, by its whole address. So
 * without a connection the import is not tried, and a failed one is tried again at another address of the same file.
 *
 * @param load imports the module of a part of a page
 * @param name what the part is called there
 * @param loadAnew imports the file at an address
 * @param reload loads the page again if a file is gone; says whether it does. It stands in the page (Document.astro),
 *   as the checkout's scripts have no byte to spare
 * @returns fetches the part; each call is another try
 */
export function retriable<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  loadAnew = (address: string): Promise<object> => import(/* @vite-ignore */ address),
  reload = (file: string): Promise<boolean> | undefined => window.reloadWithout?.(file),
): () => Promise<Module[Name]> {
  let failed: string | undefined;
  let tries = 0;
  return async () => {
    if (navigator.onLine === false) throw new TypeError('There is no connection.');
    try {
      if (!failed) return (await load())[name];
      tries += 1;
      const file = await loadAnew(`${failed}#${tries}`);
      // The build keeps the name, but not where several modules share a file: they are one export each there.
      return [file, ...Object.values(file)].find((module) => module[name])[name];
    } catch (error) {
      // Browsers name the file in words of their own: "Failed to fetch dynamically imported module: https://…".
      failed ??= /https?:\S+/.exec(String(error))?.[0];
      // Where they do not, this file is as old as the one that is missing.
      if (await reload(failed ?? import.meta.url)) return new Promise(() => {});
      throw error;
    }
  };
}
