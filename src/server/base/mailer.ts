export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export interface OutgoingMail {
  /** Stable across repeats of the same message, with or without its angle brackets. */
  messageId: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  opensAccount?: boolean;
  attachments?: MailAttachment[];
}

export interface Mailer {
  /** Resolves when the server accepted the mail; it may have accepted it even if this throws. @throws {MailRejected} */
  send(mail: OutgoingMail): Promise<{ response: string }>;
  close(): void;
}

/** A mistake in our own settings that stops all mail until a person fixes it. */
export type MailFault = 'unset' | 'name' | 'certificate' | 'tls' | 'sign_in' | 'sender' | 'relay';

export interface MailTrouble {
  fault: MailFault;
  words: string;
}

/** Thrown when the server did not accept a mail. `message` holds the server's words and no secrets. */
export class MailRejected extends Error {
  override readonly name = 'MailRejected';
  /** True when a retry would get the same answer: a 5xx for this recipient or this message. */
  readonly isPermanent: boolean;
  readonly responseCode: number | null;
  readonly fault: MailFault | null;

  constructor(
    message: string,
    options: { isPermanent: boolean; responseCode?: number | null; fault?: MailFault | null },
  ) {
    super(message);
    this.isPermanent = options.isPermanent;
    this.responseCode = options.responseCode ?? null;
    this.fault = options.fault ?? null;
  }
}

/** Removes the recipient and links from a mail server's words, so that these may be logged and shown. */
export function withoutPeople(words: string, mail: { toName: string; toAddress: string }): string {
  const [localPart = ''] = mail.toAddress.split('@');
  const people = [localPart, mail.toName, ...mail.toName.split(/\s+/)].filter((part) => part.length > 1);
  const named = people.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  const plain = words.replace(/\w+:\/\/\S+/g, '…').replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;]+/g, '…');
  return named === ''
    ? plain
    : plain.replace(new RegExp(`(?<![\\p{L}\\p{N}])(${named})(?![\\p{L}\\p{N}])`, 'giu'), '…');
}
