export type Retriable<Part> = { (): Promise<Part>; loaded?: Part };

/**
 * Makes a dynamic import that can be retried. Some browsers remember a failed import for good, by its whole address. So
 * without a connection the import is not tried, and a failed one is tried again at another address of the same file.
 *
 * @param reload reloads the page if a file is gone; resolves to whether it does (Document.astro)
 */
export function retriable<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  loadAgain = (address: string): Promise<object> => import(/* @vite-ignore */ address),
  reload = (file: string): Promise<boolean> | undefined => window.reloadWithout?.(file),
): Retriable<Module[Name]> {
  let failed: string | undefined;
  let tries = 0;
  async function attempt(): Promise<Module[Name]> {
    if (navigator.onLine === false) throw new TypeError('There is no connection.');
    try {
      if (!failed) return (await load())[name];
      tries += 1;
      const file = await loadAgain(`${failed}#${tries}`);
      // The build keeps the name, but not where several modules share a file: they are one export each there.
      return [file, ...Object.values(file)].find((module) => module[name])[name];
    } catch (error) {
      // As in "Failed to fetch dynamically imported module: https://…".
      failed ??= /https?:\S+/.exec(String(error))?.[0];
      // Without its name, this file is as old as the one that is missing.
      if (await reload(failed ?? import.meta.url)) return new Promise(() => {});
      throw error;
    }
  }
  const fetchOnce: Retriable<Module[Name]> = async () => {
    fetchOnce.loaded ??= await attempt();
    return fetchOnce.loaded;
  };
  return fetchOnce;
}
