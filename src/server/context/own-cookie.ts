/**
 * Gives a cookie of ours its name and options: no script reads it and no other site's call carries it. Over https its
 * name keeps other hosts of our domain from setting it.
 *
 * @param isSecure whether the site is served over https
 */
export function ownCookie(name: string, isSecure: boolean) {
  return {
    name: isSecure ? `__Host-${name}` : name,
    attributes: { path: '/', httpOnly: true, secure: isSecure, sameSite: 'lax' },
  } as const;
}
