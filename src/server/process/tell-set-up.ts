/**
 * Tells the person who started the service where the first admin is made. Not on standard output: that is the log,
 * which is collected, kept and read elsewhere, and the address is a key (docs/decisions/029-first-start.md).
 *
 * @param address null when an account can sign in already
 */
export function tellSetUp(address: string | null): void {
  if (address === null) return;
  process.stderr.write(`
  Nobody can sign in yet. Open this address in a browser to set up the shop:

    ${address}

  It works once. Starting the service again prints another one, and this one ends.

`);
}
