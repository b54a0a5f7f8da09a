import { expect, test } from 'vitest';
import { writeTransaction } from '../../../db/client.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import { enqueueMail } from './outbox-repository.ts';

test('logs a mail without an address and still queues the others', async () => {
  const lines: string[] = [];
  const app = createTestApp({ env: { LOG_LEVEL: 'error' }, logTo: { write: (line) => lines.push(line) } });
  const mail = (address: string) => ({ kind: 'test_email' as const, to: { name: 'Erased', address } });
  const ids = await writeTransaction(app.db, (tx) =>
    ['', 'maya@customers.example'].map((address) => enqueueMail(app.context, tx, mail(address))),
  );
  expect(ids).toEqual([null, expect.any(Number)]);
  const kept = app.db.query.outbox.findMany().sync();
  expect(kept.map(({ toAddress }) => toAddress)).toEqual(['maya@customers.example']);
  expect(lines.filter((line) => line.includes('mail without a recipient'))).toHaveLength(1);
});

test('queues one mail per event and kind, plus requested repeats', async () => {
  const app = createTestApp();
  const to = { name: 'Maya', address: 'maya@customers.example' };
  const about = (kind: 'refund_made' | 'dispute_closed', more: object) => ({
    kind,
    to,
    subjectId: 's-1',
    ...more,
  });
  const ids = await writeTransaction(app.db, (tx) =>
    [
      about('refund_made', {}),
      about('refund_made', {}),
      about('refund_made', { isRepeat: true }),
      about('refund_made', { isRepeat: true }),
      about('dispute_closed', { subjectState: 'lost' }),
      about('dispute_closed', { subjectState: 'won' }),
      about('dispute_closed', { subjectState: 'won' }),
    ].map((mail) => enqueueMail(app.context, tx, mail)),
  );
  expect(ids.map((id) => id !== null)).toEqual([true, false, true, true, true, true, false]);
});
