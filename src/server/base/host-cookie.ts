import { serialize } from 'hono/utils/cookie';

/** Returns name, attributes and header function of a cookie hidden from scripts; over https its name gets `__Host-`. */
export function hostCookie(name: string, isSecure: boolean) {
  const ownName = isSecure ? `__Host-${name}` : name;
  const attributes = { path: '/', httpOnly: true, secure: isSecure, sameSite: 'lax' } as const;
  return {
    name: ownName,
    attributes,
    /** Returns the Set-Cookie header. @param maxAge in seconds */
    header: (value: string, maxAge: number) => serialize(ownName, value, { ...attributes, maxAge }),
  };
}
