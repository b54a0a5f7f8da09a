import { newId } from '../ids.ts';
import type { Store } from '../store.ts';

/** A mail as the sandbox takes it over instead of sending it. */
export interface SandboxMail {
  messageId: string;
  to: { name: string; address: string };
  from: string;
  subject: string;
  text: string;
  html: string;
}

export interface AcceptedMail extends SandboxMail {
  id: string;
  /** Milliseconds. */
  acceptedAt: number;
}

export interface Mailbox {
  /** Keeps the mail; when this returns it is stored. The same mail accepted twice is there twice. */
  accept(mail: SandboxMail): { id: string };
  /** Newest first; from `before` (an id) on backwards when given. */
  list(limit: number, before?: string): AcceptedMail[];
  find(id: string): AcceptedMail | undefined;
}

interface Row {
  id: string;
  message_id: string;
  to_name: string;
  to_address: string;
  sender: string;
  subject: string;
  text: string;
  html: string;
  accepted_at: number;
}

function fromRow(row: Row): AcceptedMail {
  return {
    id: row.id,
    messageId: row.message_id,
    to: { name: row.to_name, address: row.to_address },
    from: row.sender,
    subject: row.subject,
    text: row.text,
    html: row.html,
    acceptedAt: row.accepted_at,
  };
}

/** The mailbox for all addresses: mails stay on this machine. */
export function createMailbox({ db }: Store, now: () => number): Mailbox {
  const insert = db.prepare(
    `INSERT INTO mails (id, message_id, to_name, to_address, sender, subject, text, html, accepted_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const list = db.prepare<[string | null, string | null, number], Row>(
    `SELECT * FROM mails WHERE ? IS NULL OR seq < (SELECT seq FROM mails WHERE id = ?)
     ORDER BY seq DESC LIMIT ?`,
  );
  const find = db.prepare<[string], Row>('SELECT * FROM mails WHERE id = ?');

  return {
    accept(mail) {
      const id = newId('mail');
      const { name, address } = mail.to;
      insert.run(id, mail.messageId, name, address, mail.from, mail.subject, mail.text, mail.html, now());
      return { id };
    },
    list: (limit, before = undefined) => list.all(before ?? null, before ?? null, limit).map(fromRow),
    find(id) {
      const row = find.get(id);
      return row && fromRow(row);
    },
  };
}
