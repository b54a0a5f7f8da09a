import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** A message as the mail server took it. */
export interface TakenMail {
  /** From the envelope: where it would really be delivered. */
  recipients: string[];
  raw: string;
}

/** A real SMTP server on loopback that keeps what it is sent. */
export async function startSmtpSink(login?: { user: string; password: string }) {
  const taken: TakenMail[] = [];
  const smtp = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    logger: false,
    disableReverseLookup: true,
    onAuth(auth, _session, done) {
      const isRight = auth.username === login?.user && auth.password === login?.password;
      if (isRight) done(null, { user: auth.username });
      else done(new Error(`Wrong password ${auth.password} for ${auth.username}`));
    },
    onRcptTo({ address }, _session, done) {
      if (!address.startsWith('refused')) done();
      // Servers like to repeat the address they refuse.
      else
        done(Object.assign(new Error(`5.1.1 <${address}>: there is no such person`), { responseCode: 550 }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        taken.push({ recipients, raw: Buffer.concat(chunks).toString('utf8') });
        done(null, 'kept');
      });
    },
  });
  smtp.on('error', () => {});
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const address = smtp.server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const account = login ? `${login.user}:${login.password}@` : '';
  return {
    url: `smtp://${account}127.0.0.1:${port}`,
    taken,
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  };
}
