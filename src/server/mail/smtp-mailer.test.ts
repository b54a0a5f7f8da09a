import PostalMime, { type Email } from 'postal-mime';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createMailer,
  mail,
  type Received,
  rejectionOf,
  startServer,
} from '../../../tests/kit/smtp-servers.ts';
import type { OutgoingMail } from '../base/mailer.ts';

/** Sends over one connection to a server that takes everything. @returns what arrives there */
let deliver: (changes?: Partial<OutgoingMail>) => Promise<Received & { parsed: Email }>;
beforeAll(async () => {
  const ends: (() => Promise<void> | void)[] = [];
  const { port, received } = await startServer({}, (end) => void ends.unshift(end));
  const mailer = createMailer(port, {}, (end) => void ends.unshift(end));
  deliver = async (changes) => {
    await mailer.send({ ...mail, ...changes });
    const [only, ...others] = received.splice(0);
    if (!only || others.length > 0) throw new Error('Not one message has arrived.');
    return { ...only, parsed: await PostalMime.parse(only.raw) };
  };
  return async () => {
    for (const end of ends) await end();
  };
});

describe('a message the server accepts', () => {
  test('arrives with its attachments', async () => {
    const content = Buffer.from('%PDF-1.7 \u0000\u00ff', 'latin1');
    const attachments = [{ filename: 'CT-7K3M9Q.pdf', contentType: 'application/pdf', content }];
    const { parsed } = await deliver({ attachments });
    expect(parsed.text).toContain('Thank you, Maya.');
    expect(parsed.attachments).toMatchObject([
      { filename: 'CT-7K3M9Q.pdf', mimeType: 'application/pdf', disposition: 'attachment' },
    ]);
    expect(Buffer.from(parsed.attachments[0]?.content as ArrayBuffer).equals(content)).toBe(true);
  });

  test('arrives with its Message-ID, recipient and both parts', async () => {
    const { from, recipients, raw, parsed } = await deliver();
    expect([from, recipients]).toEqual(['hello@careertarot.example', ['maya@customer.example']]);
    expect(parsed).toMatchObject({
      messageId: mail.messageId,
      from: { name: 'Career Tarot', address: 'hello@careertarot.example' },
      to: [{ name: 'Maya Whitfield', address: 'maya@customer.example' }],
      subject: mail.subject,
      attachments: [],
    });
    expect([parsed.cc ?? [], parsed.bcc ?? []]).toEqual([[], []]);
    expect([parsed.text?.trim(), parsed.html?.trim()]).toEqual([mail.text.trim(), mail.html]);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated/im);
    expect(raw).toMatch(/^Content-Type: multipart\/alternative/im);
  });

  test('arrives with angle brackets around its Message-ID', async () => {
    const messageId = 'order-7.confirmation@careertarot.example';
    expect((await deliver({ messageId })).parsed.messageId).toBe(mail.messageId);
  });

  test('returns the server’s confirmation', async () => {
    const { port } = await startServer();
    expect((await createMailer(port).send(mail)).response).toContain('queued as 42');
  });

  test.each(['Career Tarot <no-reply@mailer.example>', 'no-reply@mailer.example'])(
    'sets Reply-To to the contact address when sent by %s',
    async (sender) => {
      const { port, received } = await startServer();
      await createMailer(port, { from: sender }).send(mail);
      const { from, replyTo } = await PostalMime.parse(received[0]?.raw ?? '');
      expect(from?.address).toBe('no-reply@mailer.example');
      expect(replyTo?.map(({ address }) => address)).toEqual(['contact@careertarot.example']);
    },
  );

  test.each(["o'brien+readings@customer.example", 'x@1.example', 'josé@bücher.example'])(
    'reaches the address %s',
    async (address) => {
      expect((await deliver({ to: { name: '', address } })).recipients).toEqual([address]);
    },
  );

  test('has no Reply-To without a contact address', async () => {
    const { port, received } = await startServer();
    await createMailer(port, { replyTo: () => null }).send(mail);
    expect(received[0]?.raw).not.toMatch(/^Reply-To/im);
  });

  test('is rejected for a Unicode address when the server lacks SMTPUTF8', async () => {
    const { port, received } = await startServer({ hideSMTPUTF8: true });
    const mailer = createMailer(port, { replyTo: () => 'josé@careertarot.example' });
    const sending = mailer.send({ ...mail, to: { name: '', address: 'josé@customer.example' } });
    const rejection = await rejectionOf(sending);
    expect(rejection).toMatchObject({ isPermanent: true, fault: null });
    expect(rejection.message).toMatch(/no SMTPUTF8/);
    expect(received).toEqual([]);
    // Letters after the @ need nothing of the server, and an address for answers is left out.
    await mailer.send({ ...mail, to: { name: 'Jörg', address: 'joerg@bücher.example' } });
    expect(received[0]?.raw).toMatch(/^To: .*<joerg@xn--bcher-kva\.example>\r$/m);
    expect(received[0]?.raw).not.toMatch(/^Reply-To/im);
  });
});

describe('hostile input', () => {
  test.each([
    'a,b<evil@x.com>',
    'a@b.com,evil@x.com',
    '<evil@x.com>',
    '"a@b.com"@x.com',
    'a@b.com\r\nRCPT TO:<evil@x.com>',
    'a@b.com\u0000',
    'a@[127.0.0.1]',
    'a(comment)@b.com',
    'a@b。,com',
    '',
    `${'a'.repeat(65)}@x.com`,
    `a@${'b.'.repeat(130)}com`,
  ])('refuses the address %j before connecting', async (address) => {
    const rejection = await rejectionOf(createMailer(0).send({ ...mail, to: { name: 'A', address } }));
    expect(rejection).toMatchObject({ isPermanent: true, responseCode: null });
    expect(rejection.message).toContain('not one plain email address');
  });

  test.each(['<a@b>\r\nBcc: evil@x.com', '<a b@c>', 'no-at-sign', ''])(
    'refuses the Message-ID %j before connecting',
    async (messageId) => {
      const rejection = await rejectionOf(createMailer(0).send({ ...mail, messageId }));
      expect(rejection).toMatchObject({ isPermanent: true, responseCode: null });
      expect(rejection.message).toContain('Message-ID is malformed');
    },
  );

  test.each<[name: string, shown?: string]>([
    ['Rita, "Co" & <x@y.example>, Bo'],
    ['Maya\r\nBcc: evil@x.com', 'Maya Bcc: evil@x.com'],
    ['group: evil@x.com;'],
    ['=?utf-8?q?evil=40x=2Ecom?=', 'evil@x.com'],
    [`${'Ä'.repeat(120)}, evil@x.com`],
  ])('adds no recipient or header for the name %j', async (name, shown = name) => {
    const { recipients, parsed } = await deliver({ to: { name, address: 'maya@customer.example' } });
    expect(recipients).toEqual(['maya@customer.example']);
    expect(parsed.to).toMatchObject([{ name: shown, address: 'maya@customer.example' }]);
    expect(parsed.headers.map(({ key }) => key)).not.toContain('bcc');
  });

  test('turns neither a subject into headers nor a text into commands', async () => {
    const text = 'One.\r\n.\r\nMAIL FROM:<evil@x.com>\r\n..\nEnd.';
    const { recipients, parsed } = await deliver({ subject: 'Hello\r\nBcc: evil@x.com\r\n\r\nbody', text });
    expect(parsed.subject).toBe('Hello Bcc: evil@x.com body');
    expect(parsed.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(recipients).toEqual(['maya@customer.example']);
    expect(parsed.text?.replaceAll('\r\n', '\n').trim()).toBe(text.replaceAll('\r\n', '\n'));
  });
});
