/**
 * @returns whether the site is served over https: its cookies are then secure, and browsers are told to stay on https
 */
export function isHttps({ publicUrl }: { publicUrl: string }): boolean {
  return publicUrl.startsWith('https:');
}
