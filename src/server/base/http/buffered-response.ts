import { type IncomingMessage, ServerResponse } from 'node:http';
import { compressNow } from './encodings.ts';

/** Keeps what is written to it, for a page that is compressed or cached before it is sent. */
export class BufferedResponse extends ServerResponse {
  readonly #chunks: Buffer[] = [];
  isComplete = false;

  get body(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  override write(chunk: string | Uint8Array, ...rest: unknown[]): boolean {
    this.#chunks.push(Buffer.from(chunk as string));
    const done = rest.find((argument) => typeof argument === 'function');
    done?.();
    return true;
  }

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk);
    this.isComplete = !this.destroyed;
    this.emit('close');
    return this;
  }
}

/** Sends a customer's page compressed. Its length reveals nothing (BREACH): its address is secret, or takes no text. */
export async function sendCompressed(
  request: IncomingMessage,
  response: ServerResponse,
  render: (buffered: ServerResponse) => void | Promise<void>,
): Promise<void> {
  const buffered = new BufferedResponse(request);
  // With a header set before, Node keeps those of writeHead, too.
  for (const [name, value = ''] of Object.entries(response.getHeaders())) buffered.setHeader(name, value);
  await render(buffered);
  if (!buffered.isComplete) return;
  const { body, headers } = compressNow(buffered.body, request.headers['accept-encoding'], 4);
  const all = {
    ...buffered.getHeaders(),
    ...headers,
    Vary: 'Accept-Encoding',
    'Content-Length': body.length,
  };
  for (const [name, value = ''] of Object.entries(all)) response.setHeader(name, value);
  response.statusCode = buffered.statusCode;
  response.end(request.method === 'HEAD' ? undefined : body);
}
