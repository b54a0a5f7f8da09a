import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface AcceptedMail {
  messageId: string;
  /** From the envelope: the real recipients. */
  to: string[];
  at: number;
  raw: string;
}

export interface Refusal {
  command: 'RCPT' | 'DATA';
  code: number;
  words: string;
}

/**
 * How the network before the server treats a connection: `forward` is honest, `down` refuses it, `silent`
 * accepts it and says nothing, `deaf` forwards and disconnects instead of passing the answer on, and `reply`
 * answers everything with the same words.
 */
export type Behavior = 'forward' | 'down' | 'silent' | 'deaf' | { reply: string };

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

const host = '127.0.0.1';

/** Starts a real SMTP server on a real port. @param login what a client must sign in with, if anything */
export async function startMailServer(login?: { user: string; password: string }) {
  const accepted: AcceptedMail[] = [];
  let refusal: Refusal | null = null;
  let listener: ((mail: AcceptedMail) => void) | null = null;
  const refuse = (command: Refusal['command'], { code, words } = refusal ?? { code: 0, words: '' }) =>
    refusal?.command === command ? Object.assign(new Error(words), { responseCode: code }) : null;

  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onAuth({ username = '', password }, _session, callback) {
      if (username === login?.user && password === login.password) callback(null, { user: username });
      else callback(new Error(`Wrong password ${password} for ${username}`));
    },
    onRcptTo({ address }, _session, callback) {
      // Servers often repeat the address they refuse.
      const words = `5.1.1 <${address}>: there is no such person`;
      if (address.startsWith('refused')) callback(Object.assign(new Error(words), { responseCode: 550 }));
      else callback(refuse('RCPT'));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const refused = refuse('DATA');
        if (refused) return callback(refused);
        const raw = Buffer.concat(chunks).toString('utf8');
        const messageId = /^Message-ID:\s*(<[^>]+>)/im.exec(raw)?.[1] ?? 'without a Message-ID';
        const mail = { messageId, to: session.envelope.rcptTo.map((to) => to.address), at: Date.now(), raw };
        accepted.push(mail);
        listener?.(mail);
        callback(null, 'accepted for delivery');
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, host);
  await once(server.server, 'listening');
  const network = await openNetwork((server.server.address() as AddressInfo).port);
  return {
    url: `smtp://${login ? `${login.user}:${login.password}@` : ''}${host}:${network.port}`,
    accepted,
    cut: network.cut,
    async behave(behavior: Behavior, next: Refusal | null = null) {
      refusal = next;
      await network.behave(behavior);
    },
    onAccept(next: typeof listener) {
      listener = next;
    },
    async close() {
      await network.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Opens a port in front of a server, with a network that can be made to fail. */
async function openNetwork(targetPort: number) {
  let behavior: Behavior = 'forward';
  const sockets = new Set<Socket>();
  const front = createServer((socket) => serve(socket));

  function keep(socket: Socket) {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  }
  function serve(socket: Socket) {
    const how = behavior;
    keep(socket);
    if (how === 'silent') return socket.resume();
    if (typeof how === 'object') return socket.on('data', () => socket.end(how.reply));
    const target = connect(targetPort, host);
    keep(target);
    socket.on('close', () => target.destroy());
    target.on('close', () => socket.destroy());
    socket.pipe(target);
    return how === 'deaf' ? target.once('data', () => socket.resetAndDestroy()) : target.pipe(socket);
  }
  function cut() {
    for (const socket of sockets) socket.resetAndDestroy();
  }
  async function open(port: number): Promise<number> {
    front.listen(port, host);
    await once(front, 'listening');
    return (front.address() as AddressInfo).port;
  }
  async function close() {
    if (!front.listening) return;
    const closed = once(front, 'close');
    front.close();
    cut();
    await closed;
  }
  const port = await open(0);
  return {
    port,
    cut,
    close,
    async behave(next: Behavior) {
      if (next === 'down') await close();
      else if (!front.listening) await open(port);
      behavior = next;
      cut();
    },
  };
}
