import { serialize } from 'hono/utils/cookie';

/** No script reads these cookies. Over https the prefix keeps other hosts of our domain from setting them. */
export function hostCookie(name: string, isSecure: boolean) {
  const ownName = isSecure ? `__Host-${name}` : name;
  const attributes = { path: '/', httpOnly: true, secure: isSecure, sameSite: 'lax' } as const;
  return {
    name: ownName,
    attributes,
    /** @returns the Set-Cookie header. @param maxAge in seconds */
    header: (value: string, maxAge: number) => serialize(ownName, value, { ...attributes, maxAge }),
  };
}
