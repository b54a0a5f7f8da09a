import { connect } from 'node:net';

/** What a socket received until either side closed it. */
export interface RawExchange {
  /** Empty when nothing came. */
  text: string;
  /** Whether the other side ended it, rather than our timeout. */
  isCut: boolean;
  milliseconds: number;
}

interface RawOptions {
  /** How long to wait for the other side to end, in milliseconds. */
  timeoutMs?: number;
  /** Closes our half of the connection once everything is sent. */
  isHalfClosed?: boolean;
  /** Sent repeatedly, every `every` milliseconds, until the connection is closed. */
  drip?: { bytes: string; every: number };
}

/** Writes bytes to a port unchanged, whether they are HTTP or not. */
export function exchange(port: number, bytes: Buffer | string, options: RawOptions = {}) {
  const { timeoutMs = 300, isHalfClosed = false, drip } = options;
  return new Promise<RawExchange>((resolve) => {
    const startedAt = performance.now();
    const chunks: Buffer[] = [];
    let isCut = true;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const impatience = setTimeout(() => {
      isCut = false;
      socket.destroy();
    }, timeoutMs);
    const dripping = drip && setInterval(() => socket.write(drip.bytes), drip.every);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => socket.destroy());
    // A connection cut while we were writing has ended like any other.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(impatience);
      clearInterval(dripping);
      const text = Buffer.concat(chunks).toString('latin1');
      resolve({ text, isCut, milliseconds: performance.now() - startedAt });
    });
    if (isHalfClosed) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** @returns the statuses of all answers that a socket received */
export function statusesIn(text: string): number[] {
  return [...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status));
}
