import { afterAll, beforeAll, expect, test } from 'vitest';
import { testQuickly } from '../faults/quick-form.ts';
import { exchange } from '../faults/running-service/raw.ts';
import { type AttackedService, startService } from '../faults/running-service/service.ts';
import { malformedAddresses } from '../kit/malformed-addresses.ts';

let service: AttackedService;
beforeAll(async () => {
  service = await startService({ isBundle: true });
});
afterAll(() => service.stop());

test.each(malformedAddresses)(
  'answers the malformed address %s with 400 and logs no stack',
  async (address) => {
    const { text } = await exchange(
      service.port,
      `GET ${address} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      {
        timeoutMs: 5_000,
      },
    );
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(service.output()).not.toMatch(/\n\s+at /);
  },
);

await testQuickly('attacks', [
  'forged Host and X-Forwarded-*',
  'malformed requests',
  'unsafe calls from elsewhere',
]);
