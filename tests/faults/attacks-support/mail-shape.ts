import PostalMime from 'postal-mime';
import type { AcceptedMail } from '../servers/mail-server.ts';

/** What of a mail must not depend on what people have written. */
export interface MailShape {
  kind: 'confirmation' | 'delivery';
  /** The names of the headers, sorted. */
  headers: string;
  /** Every different tag of the HTML, with its attributes. */
  tags: Set<string>;
  problem: string | null;
}

/** Opens a mail as a mail program does. */
export async function readMail({ raw, to: recipients }: AcceptedMail): Promise<MailShape> {
  const mail = await PostalMime.parse(raw);
  const subject = mail.subject ?? '';
  const isConfirmation = /^Your order CT-\w{6} is confirmed$/.test(subject);
  const addresses = (mail.to ?? []).map(({ address }) => address);
  const answers = (mail.replyTo ?? []).map(({ address }) => address);
  const isSubject = isConfirmation || subject === 'Your reading from Career Tarot';
  const wrong: [boolean, string][] = [
    [!isSubject, `its subject is ${subject}`],
    [recipients.length !== 1, `it goes to ${recipients.length} recipients`],
    [addresses.join() !== recipients.join(), `it is addressed to ${addresses}`],
    [Boolean(mail.cc?.length || mail.bcc?.length), 'it is addressed to others too'],
    [answers.join() !== 'hello@career-tarot.example', `it is answered to ${answers}`],
    [mail.from?.address !== 'tarot@career-tarot.example', `it comes from ${mail.from?.address}`],
    [mail.attachments.length > 0, 'it has an attachment'],
  ];
  // A picture's words are what was written; a quote that got through would end them, and show.
  const html = (mail.html ?? '')
    .replace(/\/order\/[\w-]{22}/g, '/order/TOKEN')
    .replace(/ alt="[^"]*"/g, ' alt="WORDS"');
  const headers = mail.headers.map(({ key }) => key);
  return {
    kind: isConfirmation ? 'confirmation' : 'delivery',
    headers: headers.sort().join(' '),
    tags: new Set(html.match(/<[a-z/!?][^>]*>?/gi)),
    problem: wrong.find(([isWrong]) => isWrong)?.[1] ?? null,
  };
}

/** @returns in what a mail differs from one of the same kind with harmless texts; null when in nothing */
export function differenceFrom(harmless: MailShape[], mail: MailShape): string | null {
  const { problem, kind, headers, tags } = mail;
  if (problem !== null) return problem;
  const twin = harmless.find((other) => other.kind === kind);
  if (!twin) return `there is no harmless ${kind}`;
  if (headers !== twin.headers) return `its headers are ${headers}`;
  const foreign = [...tags].find((tag) => !twin.tags.has(tag));
  return foreign === undefined ? null : `it contains ${foreign}`;
}
