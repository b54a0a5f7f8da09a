import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Facts } from './traffic.ts';

/**
 * Opens a copy of a database as a crash has left it: the file and its log, without what was in memory.
 *
 * @param look must not await anything
 */
export function lookAtCopy<T>(databasePath: string, look: (file: Sqlite.Database) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-copy-'));
  try {
    const copy = join(folder, 'copy.db');
    copyFileSync(databasePath, copy);
    if (existsSync(`${databasePath}-wal`)) copyFileSync(`${databasePath}-wal`, `${copy}-wal`);
    const file = new Sqlite(copy);
    try {
      return look(file);
    } finally {
      file.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns what is damaged, or missing of what was acknowledged; null when nothing is */
export function findLoss(file: Sqlite.Database, facts: Facts): string | null {
  const damage = file.pragma('integrity_check', { simple: true });
  if (damage !== 'ok') return `the file is damaged: ${damage}`;
  const orphans = file.pragma('foreign_key_check');
  if (!Array.isArray(orphans) || orphans.length > 0) return 'rows refer to nothing';
  const order = file
    .prepare<[string], { payment: string; status: string }>(
      'SELECT payment_status AS payment, status FROM orders WHERE id = ?',
    )
    .raw(false);
  const content = file.prepare<[string], string>('SELECT content FROM readings WHERE order_id = ?').pluck();
  const mails = file
    .prepare<[string, string], number>('SELECT count(*) FROM outbox WHERE order_id = ? AND kind = ?')
    .pluck();
  for (const [email, { orderId, orderNumber }] of facts.orders) {
    if (!order.get(orderId)) return `order ${orderNumber} of ${email} is missing`;
  }
  for (const orderId of facts.paid) {
    if (order.get(orderId)?.payment !== 'paid')
      return `an order confirmed as paid is ${order.get(orderId)?.payment}`;
    const confirmations = mails.get(orderId, 'order_confirmation');
    if (confirmations !== 1) return `a paid order has ${confirmations} confirmations`;
  }
  for (const [orderId, text] of facts.readings) {
    if (content.get(orderId) !== text) return 'a reading that was handed in is missing';
  }
  for (const orderId of facts.approved) {
    if (order.get(orderId)?.status !== 'approved') return 'an approval is missing';
    const deliveries = mails.get(orderId, 'reading_delivery');
    if (deliveries !== 1) return `an approved reading has ${deliveries} deliveries`;
  }
  return null;
}

/** @returns the names of the mails that are not noted as sent */
export function unsentMails(file: Sqlite.Database): Set<string> {
  const rows = file.prepare<[], string>("SELECT message_id FROM outbox WHERE state = 'queued'").pluck().all();
  return new Set(rows);
}
