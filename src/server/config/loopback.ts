/** @returns whether the host of a URL is this machine, so that requests to it cross no network */
export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

/** @returns the origin of the service on its own machine, whatever it listens on */
export function originHere({ host, port }: { host: string; port: number }): string {
  return `http://${hostHere(host)}:${port}`;
}

function hostHere(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
