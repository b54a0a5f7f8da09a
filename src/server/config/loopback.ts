/** @returns whether the host of a URL is this machine, so that what is sent there crosses no network */
export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}
