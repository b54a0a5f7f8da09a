import { decodePercent } from '../../../shared/text.ts';

export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

/** Returns `http://HOST:PORT`, with brackets around an IPv6 address. */
export function plainOrigin(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Returns the service's http origin on this machine; 127.0.0.1 for a host that means all interfaces. */
export function localOrigin({ host, port }: { host: string; port: number }): string {
  return plainOrigin(['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host, port);
}

export function isHttps({ publicUrl }: { publicUrl: string }): boolean {
  return publicUrl.startsWith('https:');
}

/** Returns why an SMTP URL is invalid, as the end of a sentence; null if valid. Checks that credentials are encoded. */
export function findMailServerProblem(value: string): string | null {
  // Options such as `/?name=me@here` may have an @ of their own.
  const [, address = ''] =
    /^smtps?:\/\/([^/?#]*)\/?\?[\w.]+=/i.exec(value) ?? /^smtps?:\/\/(.*)/is.exec(value) ?? [];
  const [, credentials = ''] = /^(.*)@/s.exec(address) ?? [];
  if (/[\t\r\n]/.test(credentials)) {
    return 'has a tab or a line break in its name or password: write a tab as %09, and remove line breaks';
  }
  // A slash in the password ends the server's address there: the rest may be read as a port.
  if (/[/?#]|:.*@/s.test(credentials) || decodePercent(credentials) === null) {
    return 'has a name or password with special characters: write @ as %40, : as %3A, / as %2F, # as %23, ? as %3F, % as %25';
  }
  const like = 'like smtps://USER:PASSWORD@mail.example.com:465';
  if (!isUrl(value, ['smtp:', 'smtps:']) || new URL(value).hostname === '') {
    return `must be an address that starts with smtp:// or smtps://, ${like}`;
  }
  const { pathname, hash } = new URL(value);
  return ['', '/'].includes(pathname + hash) ? null : `must end with the port of the mail server, ${like}`;
}

/** Returns whether a text is a URL. @param protocols with their colon, such as `https:` */
export function isUrl(value: string | null | undefined, protocols: string[]): boolean {
  return value != null && URL.canParse(value) && protocols.includes(new URL(value).protocol);
}
