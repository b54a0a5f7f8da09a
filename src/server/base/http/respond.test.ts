import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { addSignedIn, orderIn } from '../../../../tests/kit/builders.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';

/** A desk with a few orders, and one whose reading is long. */
async function createDesk() {
  const app = createTestApp();
  const { cookies } = await addSignedIn(app, 'boss', 'admin');
  const rita = await addSignedIn(app, 'rita', 'reader');
  const { readingId, orderId } = await orderIn(app, 'reading_uploaded', rita.person);
  const long = app.db.$client.prepare('UPDATE readings SET content = ? WHERE id = ?');
  long.run('Maya, ein König mit Kelchen 🃏. '.repeat(400), readingId);
  const ask = async (path: string, encoding?: string, method = 'GET') => {
    const headers = {
      cookie: `session=${cookies.get('session')}`,
      ...(encoding ? { 'accept-encoding': encoding } : {}),
    };
    const response = await app.app.request(path, { method, headers });
    expect(response.status).toBe(200);
    return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  return { ask, orderId };
}

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'br;q=0, gzip;q=0.5', gunzipSync],
] as const)('compresses a long answer with %s', async (encoding, accepted, decode) => {
  const { ask, orderId } = await createDesk();
  for (const path of ['/api/readings/pending', '/api/readings', `/api/orders/${orderId}/reading`]) {
    const plain = await ask(path, 'gzip;q=0, br;q=0.0');
    expect(plain.headers.get('content-encoding')).toBeNull();
    const packed = await ask(path, accepted);
    expect(packed.headers.get('content-encoding')).toBe(encoding);
    expect(decode(packed.bytes).toString()).toBe(plain.bytes.toString());
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
    for (const { headers } of [plain, packed]) {
      expect(headers.get('content-type')).toBe('application/json');
      expect(headers.get('vary')).toBe('Accept-Encoding');
    }
    const head = await ask(path, accepted, 'HEAD');
    expect([head.headers.get('content-encoding'), head.bytes.length]).toEqual([encoding, 0]);
  }
});

test('leaves a short answer uncompressed', async () => {
  const { ask } = await createDesk();
  for (const path of ['/api/settings', '/api/orders', '/api/readings/held']) {
    const { headers, bytes } = await ask(path, 'br, gzip');
    expect([path, headers.get('content-encoding')]).toEqual([path, null]);
    expect(JSON.parse(bytes.toString())).toBeDefined();
  }
});
