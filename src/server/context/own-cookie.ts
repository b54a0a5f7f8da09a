/** No script reads these cookies. Over https the prefix keeps other hosts of our domain from setting them. */
export function ownCookie(name: string, isSecure: boolean) {
  return {
    name: isSecure ? `__Host-${name}` : name,
    attributes: { path: '/', httpOnly: true, secure: isSecure, sameSite: 'lax' },
  } as const;
}
