import { newId, type Store } from './store.ts';

/** A mail that the sandbox keeps instead of sending it. */
interface SandboxMail {
  messageId: string;
  to: { name: string; address: string };
  from: string;
  subject: string;
  text: string;
  html: string;
}

/** A mail as the mailbox shows it. */
export interface StoredMail extends Omit<SandboxMail, 'to'> {
  id: string;
  toName: string;
  toAddress: string;
  /** Milliseconds. */
  acceptedAt: number;
}

export type Mailbox = ReturnType<typeof createMailbox>;

/** The mailbox for all addresses. */
export function createMailbox({ db }: Store, now: () => number) {
  const columns = `id, message_id AS messageId, to_name AS toName, to_address AS toAddress, sender AS "from",
    subject, text, html, accepted_at AS acceptedAt`;
  const insert = db.prepare(
    `INSERT INTO mails (id, message_id, to_name, to_address, sender, subject, text, html, accepted_at)
     VALUES (@id, @messageId, @toName, @toAddress, @from, @subject, @text, @html, @acceptedAt)`,
  );
  const list = db.prepare<[string | null, string | null, number], StoredMail>(
    `SELECT ${columns} FROM mails WHERE ? IS NULL OR seq < (SELECT seq FROM mails WHERE id = ?)
     ORDER BY seq DESC LIMIT ?`,
  );
  const find = db.prepare<[string], StoredMail>(`SELECT ${columns} FROM mails WHERE id = ?`);

  return {
    accept({ to, ...mail }: SandboxMail): { id: string } {
      const id = newId('mail');
      insert.run({ ...mail, id, toName: to.name, toAddress: to.address, acceptedAt: now() });
      return { id };
    },
    /** Newest first; those before the mail `before` when given. */
    list: (limit: number, before: string | null = null) => list.all(before, before, limit),
    find: (id: string) => find.get(id),
  };
}
