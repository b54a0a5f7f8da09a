import { expect, test } from 'vitest';
import { writeTransaction } from '../../../db/client.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { enqueueMail, enqueueMailOnce } from './enqueue-mail.ts';

test('a mail without an address is not enqueued, only logged, and stops nothing else', async () => {
  const lines: string[] = [];
  const app = createTestApp({ env: { LOG_LEVEL: 'error' }, logTo: { write: (line) => lines.push(line) } });
  const mail = (address: string) => ({ kind: 'test_email' as const, to: { name: 'Erased', address } });
  const ids = await writeTransaction(app.db, (tx) => {
    enqueueMailOnce(app.context, tx, { ...mail(''), about: 'once' });
    return ['', 'maya@customers.example'].map((address) => enqueueMail(app.context, tx, mail(address)));
  });
  expect(ids).toEqual([null, expect.any(Number)]);
  const kept = app.db.query.outbox.findMany().sync();
  expect(kept.map(({ toAddress }) => toAddress)).toEqual(['maya@customers.example']);
  expect(lines.filter((line) => line.includes('mail without a recipient'))).toHaveLength(2);
});
