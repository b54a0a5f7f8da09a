import { type Database, openDatabase } from '../../../db/client.ts';
import { readServiceId } from '../payments/money/service-repository.ts';
import type { Eraser } from '../privacy/erase-person.ts';
import { createLog } from './log.ts';

export async function withEraser(path: string, work: (eraser: Eraser) => Promise<void>): Promise<void> {
  const db: Database = openDatabase(path);
  try {
    // A running service looks by itself, within a minute.
    const log = createLog('silent', false);
    const clock = { now: () => Date.now() };
    await work({ db, clock, log, serviceId: readServiceId(db), publicChanged: () => {} });
    await db.commits.written();
  } finally {
    db.$client.close();
  }
}
