import PostalMime from 'postal-mime';
import type { TakenMail } from './smtp-sink.ts';

/** What of a mail must not depend on what people have written. */
export interface MailShape {
  kind: 'confirmation' | 'delivery';
  /** The names of the headers, sorted. */
  headers: string;
  /** Every different tag of the HTML, with its attributes. */
  tags: Set<string>;
  problems: string[];
}

/** Opens a mail as a mail program does. */
export async function readMail({ raw, recipients }: TakenMail): Promise<MailShape> {
  const mail = await PostalMime.parse(raw);
  const subject = mail.subject ?? '';
  const isConfirmation = /^Your order CT-\w{6} is confirmed$/.test(subject);
  const problems: string[] = [];
  if (!isConfirmation && subject !== 'Your reading from Career Tarot')
    problems.push(`its subject is ${subject}`);
  const [to, ...others] = mail.to ?? [];
  if (recipients.length !== 1) problems.push(`it goes to ${recipients.length} recipients`);
  if (others.length > 0 || to?.address !== recipients[0]) problems.push(`it is addressed to ${to?.address}`);
  if (mail.cc?.length || mail.bcc?.length) problems.push('it is addressed to others too');
  const answers = (mail.replyTo ?? []).map(({ address }) => address).join(', ');
  if (answers !== 'hello@career-tarot.example') problems.push(`it is answered to ${answers || 'nobody'}`);
  if (mail.from?.address !== 'tarot@career-tarot.example')
    problems.push(`it comes from ${mail.from?.address}`);
  if (mail.attachments.length > 0) problems.push('it has an attachment');
  return {
    kind: isConfirmation ? 'confirmation' : 'delivery',
    headers: mail.headers
      .map(({ key }) => key)
      .sort()
      .join(' '),
    tags: tagsOf(mail.html ?? ''),
    problems,
  };
}

function tagsOf(html: string): Set<string> {
  // A picture's words are what was written; a quote that got through would end them, and show.
  const withoutTexts = html
    .replace(/\/order\/[\w-]{22}/g, '/order/TOKEN')
    .replace(/ alt="[^"]*"/g, ' alt="WORDS"');
  return new Set(withoutTexts.match(/<[a-z/!?][^>]*>?/gi));
}

/** @returns in what a mail differs from one of the same kind with harmless texts; null when in nothing */
export function differenceFrom(harmless: MailShape[], mail: MailShape): string | null {
  const { problems, kind, headers, tags } = mail;
  if (problems.length > 0) return problems.join(', ');
  const twin = harmless.find((other) => other.kind === kind);
  if (!twin) return `there is no harmless ${kind}`;
  if (headers !== twin.headers) return `its headers are ${headers}`;
  const foreign = [...tags].find((tag) => !twin.tags.has(tag));
  return foreign === undefined ? null : `it contains ${foreign}`;
}
