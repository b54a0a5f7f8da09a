/** Creates a clock set by the `Date` of each response to its `fetch`, because the device's clock may be wrong. */
export function createServerClock(ask: typeof fetch) {
  let aheadMs = 0;
  return {
    /** Returns the server's time in ms since 1970, within a second or two; at first, the device's. */
    now: () => Date.now() + aheadMs,
    async fetch(...request: Parameters<typeof fetch>): Promise<Response> {
      const response = await ask(...request);
      const date = Date.parse(response.headers.get('Date') ?? '');
      if (!Number.isNaN(date)) aheadMs = date - Date.now();
      return response;
    },
  };
}
