/** Possible sources of one visitor's calls behind one proxy of ours, which appends the address it saw. */
export const sources: Record<string, (i: number) => string> = {
  'one address': () => '203.0.113.7',
  'one address that claims to be many': (i) =>
    `10.${i % 250}.${(i >> 8) % 250}.1, 198.51.100.${i % 250}, 203.0.113.8`,
  'one network of IPv6': (i) => `2001:db8:1:2:${(i % 65_536).toString(16)}::${(i % 9).toString(16)}`,
};

/** @returns an address not used before */
export function freshAddress(i: number): string {
  return `198.18.${Math.floor(i / 250)}.${1 + (i % 250)}`;
}
