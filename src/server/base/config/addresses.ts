export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

/** Returns the address of the service on this machine; for a host that means all interfaces, 127.0.0.1. */
export function localOrigin({ host, port }: { host: string; port: number }): string {
  return `http://${hostHere(host)}:${port}`;
}

function hostHere(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

export function isHttps({ publicUrl }: { publicUrl: string }): boolean {
  return publicUrl.startsWith('https:');
}
