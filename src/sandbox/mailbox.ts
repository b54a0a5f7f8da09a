import type { Store } from './store.ts';

interface NewMail extends Record<'messageId' | 'from' | 'subject' | 'text' | 'html', string> {
  to: { name: string; address: string };
  attachments?: { filename: string; content: Buffer }[];
}
/** An attachment without its content, which is not stored. */
export interface StoredAttachment {
  filename: string;
  bytes: number;
}
export interface StoredMail
  extends Omit<NewMail, 'to' | 'attachments'>,
    Record<'id' | 'toName' | 'toAddress', string> {
  /** Milliseconds. */
  acceptedAt: number;
}

export type Mailbox = ReturnType<typeof createMailbox>;

/** Stores accepted mail in the sandbox's database, for its pages. */
export function createMailbox({ db, newId }: Store, now: () => number) {
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

  const insertAttachment = db.prepare(
    'INSERT INTO attachments (mail_id, filename, bytes) VALUES (@id, @filename, @bytes)',
  );
  const attachmentsOf = db.prepare<[string], StoredAttachment>(
    'SELECT filename, bytes FROM attachments WHERE mail_id = ? ORDER BY rowid',
  );

  return {
    accept({ to, attachments = [], ...mail }: NewMail): { id: string } {
      const id = newId('mail');
      insert.run({ ...mail, id, toName: to.name, toAddress: to.address, acceptedAt: now() });
      for (const { filename, content } of attachments)
        insertAttachment.run({ id, filename, bytes: content.length });
      return { id };
    },
    /** Lists mails, newest first; with `before`, only those before that mail. */
    list: (limit: number, before: string | null = null) => list.all(before, before, limit),
    find: (id: string) => find.get(id),
    attachmentsOf: (id: string) => attachmentsOf.all(id),
  };
}
