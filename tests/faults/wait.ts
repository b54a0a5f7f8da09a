/**
 * Waits for something to become true, looking again every few milliseconds.
 *
 * @param what for the error: `the child serves`
 * @returns what the condition returned, once that was neither null, undefined nor false
 * @throws when it takes longer than `seconds`
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  seconds = 20,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + seconds * 1_000;
  for (;;) {
    const value = await condition();
    if (value !== null && value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`After ${seconds} s it is still not so that ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Does something for every item, so many at a time, and waits for all of it. */
export async function eachAtOnce<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index] as T, index);
  });
  await Promise.all(workers);
}
