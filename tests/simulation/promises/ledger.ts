import type { TestApp } from '../../../src/testing/test-app.ts';
import type { Agenda } from '../world/agenda.ts';
import type { TakenMail } from '../world/post.ts';
import { perConnection } from './per-connection.ts';

/** A promise that was not kept. */
export interface Breach {
  promise: string;
  words: string;
  /** Milliseconds since 1970 */
  at: number;
}

/** A customer as they know themselves. */
export interface Customer {
  /** Stands in all they write, or is the number of an order that was there before: whatever carries it is theirs. */
  marker: string;
  /** Where they can be written to, the newest last. */
  addresses: string[];
}

/** What a customer has paid for. */
export interface Sale {
  customer: Customer;
  orderId: string;
  orderNumber: string;
  paymentId: string;
  /** What was charged, at the price on the button. */
  cents: number;
  at: number;
  /** When the order was answered as placed, in milliseconds since 1970: before it was paid, by days sometimes. */
  placedAt: number;
  /** In cents, as requested: each is to go back once, unless it is refused. */
  refundsAsked: number[];
  /** Where it is to go; what was sent before to where it was right then, was right. */
  rightAddresses: { address: string; until: number | null; isCertain: boolean }[];
  /**
   * Until when more may have been done than is written here, or less, in milliseconds since 1970: until the last copy
   * was put back; for ever once the bank has taken it.
   */
  unclearUntil: number;
  /** Whether an older copy of the file was put back that knows nothing of it. */
  isLost: boolean;
  /** When the customer was told that they have withdrawn; null once they have taken it back. */
  withdrawnAt: number | null;
}

/** What was written for an order. */
export interface Writing {
  /** Answered as saved, by the reader, and not yet handed in. */
  drafts: Map<string, string>;
  /** Answered as handed in, or as edited. */
  handedIn: string[];
  /** Answered as approved, and not undone. */
  approved: boolean;
  approvedAt: number;
  /** How often the address was changed, or a mail was sent again on request. */
  corrections: number;
  /** How often it may go out: approved, sent again, or to another address. */
  sendings: number;
}

export type Ledger = ReturnType<typeof createLedger>;

/** @returns the markers of customers and the numbers of orders in a text */
export function markersIn(text: string): Set<string> {
  return new Set(text.match(/Maya-\d+|\bCT-[0-9A-Z]{6}\b/g) ?? []);
}

/** What those outside have seen and been told, whatever the shop has written down. */
export function createLedger(agenda: Pick<Agenda, 'now'>, note: (words: string) => void) {
  const breaches: Breach[] = [];
  const customers = new Map<string, Customer>();
  const sales = new Map<string, Sale>();
  const salesInOrder: Sale[] = [];
  const salesByOrder = new Map<string, Sale>();
  const writings = new Map<string, Writing>();
  /** The message ids of confirmations that a mail server has taken, by order. */
  const confirmed = new Map<string, Set<string>>();
  /** The message ids of readings that a mail server has taken, by order. */
  const delivered = new Map<string, { messageId: string; address: string; at: number }[]>();
  const counts = new Map<string, number>();
  const asked = new Map<string, number>();
  /** What was lost with the machine: from a copy until it was put back. */
  const gaps: { copiedAt: number; lostAt: number }[] = [];
  /** When a mail server has taken a mail about an order for an address last, by both. */
  const lastMails = new Map<string, number>();
  /** The orders of whose withdrawal a mail server has taken a receipt. */
  const receipts = new Set<string>();
  /** When visitors came, the oldest first. */
  const visits: number[] = [];
  let diskFull = false;
  const statementsOf = perConnection((client) => ({
    assignee: client.prepare('SELECT assigned_reader_id FROM orders WHERE id = ?').pluck(),
    mail: client.prepare('SELECT kind, order_id AS orderId FROM outbox WHERE message_id = ?'),
  }));

  const count = (what: string, by = 1) => void counts.set(what, (counts.get(what) ?? 0) + by);

  function breach(promise: string, words: string): void {
    breaches.push({ promise, words, at: agenda.now() });
    note(`BROKEN: ${promise}: ${words}`);
  }

  function writingOf(orderId: string): Writing {
    const known = writings.get(orderId);
    if (known) return known;
    const writing = {
      drafts: new Map(),
      handedIn: [],
      approved: false,
      approvedAt: 0,
      corrections: 0,
      sendings: 0,
    };
    writings.set(orderId, writing);
    return writing;
  }

  return {
    breaches,
    breach,
    count,
    counts: counts as ReadonlyMap<string, number>,
    /** How often each promise was asked about. */
    asked: asked as ReadonlyMap<string, number>,
    /** Asks a promise about something. */
    ask(promise: string, isKept: boolean, words: () => string): void {
      asked.set(promise, (asked.get(promise) ?? 0) + 1);
      if (!isKept) breach(promise, words());
    },
    customers,
    sales: sales as ReadonlyMap<string, Sale>,
    /** The same, the oldest first. */
    salesInOrder: salesInOrder as readonly Sale[],
    sold(sale: Sale): void {
      // Paid after a copy was put back that does not know its order.
      sale.isLost = gaps.some(({ copiedAt, lostAt }) => sale.placedAt > copiedAt && sale.placedAt <= lostAt);
      if (sale.isLost) sale.unclearUntil = Math.max(sale.unclearUntil, agenda.now());
      salesInOrder.push(sale);
      sales.set(sale.paymentId, sale);
      salesByOrder.set(sale.orderId, sale);
      count('orders paid');
      count('cents taken', sale.cents);
    },
    /** @returns milliseconds since 1970 */
    lastMailAbout: (orderId: string, address: string) => lastMails.get(`${orderId} ${address}`),
    hasReceipt: (orderId: string) => receipts.has(orderId),
    /** Counts a visitor. */
    visited(): void {
      visits.push(agenda.now());
      count('visitors');
    },
    /** @returns how many came to look since a time, in milliseconds since 1970 */
    visitorsSince(time: number): number {
      return visits.length - 1 - visits.findLastIndex((at) => at < time);
    },
    saleOf: (orderId: string) => salesByOrder.get(orderId),
    writings,
    writingOf,
    confirmed,
    delivered,
    isDiskFull: () => diskFull,
    setDiskFull(isFull: boolean) {
      diskFull = isFull;
    },
    /** @returns whose an order is, by its id */
    assignees(db: TestApp['db']): (orderId: string) => string | null {
      const { assignee } = statementsOf(db.$client);
      return (orderId) => assignee.get(orderId) as string | null;
    },
    /** The customer, or the admin for them, has given a new address. */
    addressChanged(
      sale: Sale,
      { from, to, isCertain }: { from: string; to: string; isCertain: boolean },
    ): void {
      const now = agenda.now();
      for (const right of sale.rightAddresses) if (right.address === from && isCertain) right.until ??= now;
      sale.rightAddresses.push({ address: to, until: null, isCertain });
      const writing = writingOf(sale.orderId);
      writing.corrections += 1;
      writing.sendings += 1;
    },
    /** An older copy of the file was put back: what came since is not known there, and what was under way may come again. */
    putBack(copiedAt: number, movedSince: number): void {
      gaps.push({ copiedAt, lostAt: agenda.now() });
      for (const sale of sales.values()) {
        if (sale.at < movedSince) continue;
        sale.unclearUntil = Math.max(sale.unclearUntil, agenda.now());
        sale.isLost ||= sale.placedAt > copiedAt;
        // What was corrected since is not known to the copy: until it is once more, the old address is right.
        for (const right of sale.rightAddresses) {
          if (right.until !== null && right.until > copiedAt) right.until = null;
        }
        sale.withdrawnAt = null;
        writings.delete(sale.orderId);
        delivered.delete(sale.orderId);
        confirmed.delete(sale.orderId);
        receipts.delete(sale.orderId);
      }
    },
    /** A mail server has accepted a message. @param db what the shop knows of it; null while the shop is down */
    mailTaken(mail: TakenMail, db: TestApp['db'] | null): { kind: string; orderId: string | null } | null {
      count('mails');
      const { address } = mail.to;
      for (const marker of markersIn(`${mail.subject}\n${mail.text}`)) {
        const owner = customers.get(marker);
        // Numbers of orders stand in what those who work here are told, and those of new orders beside a marker.
        if (marker.startsWith('CT-') && (!owner || address.endsWith('@staff.example'))) continue;
        this.ask(
          'nothing goes to anybody else',
          owner?.addresses.includes(address) === true,
          () => `what ${marker} wrote went to ${address}, not to ${owner?.addresses.join(' or ')}`,
        );
      }
      // What it was about, the shop knows; what is in it was looked at above.
      const row = (db && statementsOf(db.$client).mail.get(mail.messageId)) as
        | { kind: string; orderId: string | null }
        | undefined;
      if (row?.orderId) lastMails.set(`${row.orderId} ${address}`, agenda.now());
      if (row?.kind === 'withdrawal_receipt' && row.orderId) receipts.add(row.orderId);
      if (row?.kind === 'order_confirmation' && row.orderId) {
        const messages = confirmed.get(row.orderId) ?? new Set();
        confirmed.set(row.orderId, messages.add(mail.messageId));
      }
      if (row?.kind === 'reading_delivery' && row.orderId) {
        const before = delivered.get(row.orderId) ?? [];
        const isRepeat = before.some(({ messageId }) => messageId === mail.messageId);
        count(isRepeat ? 'readings repeated with the same Message-ID' : 'readings delivered');
        delivered.set(row.orderId, [...before, { messageId: mail.messageId, address, at: agenda.now() }]);
        const withdrawnAt = salesByOrder.get(row.orderId)?.withdrawnAt;
        this.ask(
          'who has withdrawn is sent nothing more',
          isRepeat || typeof withdrawnAt !== 'number',
          () => `${row.orderId} was withdrawn and its reading was sent`,
        );
      }
      return row ?? null;
    },
    /** A line of the service's log. */
    logged(line: string): void {
      if (!/"level":(50|60)/.test(line)) return;
      count('errors in the log');
      const { msg, job, err } = JSON.parse(line) as {
        msg?: string;
        job?: string;
        err?: { message?: string; code?: string };
      };
      count(`error: ${msg ?? ''} ${job ?? ''} ${err?.code ?? ''} ${(err?.message ?? '').slice(0, 80)}`);
    },
  };
}
