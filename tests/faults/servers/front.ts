import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * How a front treats those who connect to it: `forward` is honest, `down` refuses connections, `silent`
 * takes them and says nothing, `deaf` forwards what is asked and breaks off instead of passing the answer
 * on, `reply` answers everything with the same words, `greeting` says them first and then nothing any
 * more, and `delay` passes answers on so many milliseconds later.
 */
export type Behaviour =
  | 'forward'
  | 'down'
  | 'silent'
  | 'deaf'
  | { reply: string }
  | { greeting: string }
  | { delay: number };

/** A real port in front of a real server, where the network fails as it is told to. */
export interface Front {
  port: number;
  /** Breaks off all connections; new ones are treated like this. */
  behave(behaviour: Behaviour): Promise<void>;
  /** Breaks off all connections, with a reset. */
  cut(): void;
  /** Whether anybody is connected. */
  isConnected(): boolean;
  close(): Promise<void>;
}

const host = '127.0.0.1';

export async function openFront(targetPort: number): Promise<Front> {
  let behaviour: Behaviour = 'forward';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => serve(socket, behaviour));

  function keep(socket: Socket) {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  }
  function serve(socket: Socket, how: Behaviour) {
    keep(socket);
    if (typeof how === 'object' && 'reply' in how) socket.on('data', () => socket.end(how.reply));
    else if (typeof how === 'object' && 'greeting' in how) socket.resume().write(how.greeting);
    else if (how === 'silent') socket.resume();
    else forward(socket, how);
  }
  function forward(socket: Socket, how: Behaviour) {
    const target = connect(targetPort, host);
    keep(target);
    socket.on('close', () => target.destroy());
    target.on('close', () => socket.destroy());
    socket.pipe(target);
    if (how === 'deaf') target.once('data', () => socket.resetAndDestroy());
    else if (typeof how === 'object' && 'delay' in how) {
      target.on('data', (chunk) => setTimeout(() => socket.write(chunk), how.delay));
    } else target.pipe(socket);
  }
  function cut() {
    for (const socket of sockets) socket.resetAndDestroy();
  }
  async function open(port: number): Promise<number> {
    server.listen(port, host);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }
  async function shut() {
    const closed = once(server, 'close');
    server.close();
    cut();
    await closed;
  }

  const port = await open(0);
  return {
    port,
    cut,
    isConnected: () => sockets.size > 0,
    async behave(next) {
      if (next === 'down' && server.listening) await shut();
      if (next !== 'down' && !server.listening) await open(port);
      behaviour = next;
      cut();
    },
    async close() {
      if (server.listening) await shut();
    },
  };
}
