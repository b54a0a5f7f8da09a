export type Retriable<Part> = { (): Promise<Part>; loaded?: Part };

/**
 * Returns a function that imports a module once and returns the named export; it never settles if the page
 * reloads for a missing file. After a failure, the next call tries another address, since browsers before
 * autumn 2026 remember a failed import (whatwg/html#10327).
 */
export function retriable<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  loadAgain = (address: string): Promise<object> => import(/* @vite-ignore */ address),
  reload = (file: string): Promise<boolean> | undefined => window.reloadIfMissing?.(file),
): Retriable<Module[Name]> {
  let failed: string | undefined;
  let tries = 0;
  async function attempt(): Promise<Module[Name]> {
    if (navigator.onLine === false) throw new TypeError('There is no connection.');
    try {
      if (!failed) return (await load())[name];
      tries += 1;
      const file = await loadAgain(`${failed}#${tries}`);
      // The build keeps the name, unless several modules share a file: there, each is one export.
      return [file, ...Object.values(file)].find((module) => module[name])[name];
    } catch (error) {
      // From "Failed to fetch dynamically imported module: https://…".
      failed ??= /https?:\S+/.exec(String(error))?.[0];
      // Without a name, this file is used: it is as old as the missing one.
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
