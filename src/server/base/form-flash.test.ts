import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createFormFlash, flashForm } from './form-flash.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

function heapUsed(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

test('limits the memory for a thousand long forms', () => {
  const forms = createFormFlash({ now: () => 0 });
  const before = heapUsed();
  for (let i = 0; i < 1_000; i++) {
    const email = Buffer.alloc(60_000, `${i} `).toString();
    flashForm(forms, `192.0.2.${i}`, '/my-orders', { email }, ['email'], []);
  }
  // A thousand characters of each; it was 60 MB when each kept all of its text.
  expect(heapUsed() - before).toBeLessThan(5_000_000);
});
