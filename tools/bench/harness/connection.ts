import { connect, type Socket } from 'node:net';

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  /** Status line and headers. */
  head: string;
  /** As it was transferred: a chunked one is not put together. */
  body: Buffer;
}

export interface Connection {
  /**
   * Sends a request and waits for its answer; one at a time.
   *
   * @param request from `requestBytes`
   */
  send(request: Buffer): Promise<RawAnswer>;
  close(): void;
}

const headEnd = '\r\n\r\n';
const lastChunk = '\r\n0\r\n\r\n';
const patience = 30_000;

/**
 * Opens a keep-alive connection to a server on this machine. It speaks just enough HTTP/1.1 for the
 * benchmarks: `node:http`'s client takes several times as long for a request as the servers measured
 * here, so that all of them would look equally fast.
 */
export function openConnection(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.removeListener('error', reject);
      resolve(speakHttp(socket));
    });
  });
}

/** @returns a request, ready to be sent again and again */
export function requestBytes(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): Buffer {
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ Host: '127.0.0.1', ...headers, ...length }).map((pair) => pair.join(': '));
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}${headEnd}${body}`);
}

function speakHttp(socket: Socket): Connection {
  let waiting: { resolve: (answer: RawAnswer) => void; reject: (error: Error) => void } | null = null;
  let chunks: Buffer[] = [];
  let received = 0;
  let head = '';
  /** How long the whole answer will be; infinite while its head is not there, or when it comes in chunks. */
  let expected = Number.POSITIVE_INFINITY;

  function fail(error: Error) {
    waiting?.reject(error);
    waiting = null;
  }

  /** Good enough for the pages measured here, which do not contain this sequence. */
  function isLastChunkThere(): boolean {
    if (Number.isFinite(expected) || !/\r\ntransfer-encoding: *chunked/i.test(head)) return false;
    const end = Buffer.concat(chunks.slice(-lastChunk.length)).subarray(-lastChunk.length);
    return end.toString('latin1') === lastChunk;
  }

  socket.setTimeout(patience, () => socket.destroy(new Error('The server does not answer.')));
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The server closed the connection.')));
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    received += chunk.length;
    if (head === '') {
      const start = Buffer.concat(chunks);
      const end = start.indexOf(headEnd);
      if (end === -1) return;
      chunks = [start];
      head = start.toString('latin1', 0, end);
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (length !== undefined) expected = end + headEnd.length + Number(length);
    }
    if (received < expected && !isLastChunkThere()) return;
    const answer: RawAnswer = {
      status: Number(head.slice(9, 12)),
      head,
      body: Buffer.concat(chunks).subarray(head.length + headEnd.length),
    };
    chunks = [];
    received = 0;
    head = '';
    expected = Number.POSITIVE_INFINITY;
    const { resolve } = waiting ?? {};
    waiting = null;
    resolve?.(answer);
  });

  return {
    send(request) {
      return new Promise((resolve, reject) => {
        if (socket.destroyed) {
          reject(new Error('The connection is closed.'));
          return;
        }
        waiting = { resolve, reject };
        socket.write(request);
      });
    },
    close: () => socket.destroy(),
  };
}
