import { serialize } from 'hono/utils/cookie';

/** Describes a cookie that no script reads; over https its prefix keeps other hosts of the domain from setting it. */
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
