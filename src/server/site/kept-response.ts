import { ServerResponse } from 'node:http';

/** Keeps what is written to it instead of sending it. */
export class KeptResponse extends ServerResponse {
  readonly #chunks: Buffer[] = [];
  isWhole = false;

  /** What was written. */
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
    this.isWhole = !this.destroyed;
    this.emit('close');
    return this;
  }
}
