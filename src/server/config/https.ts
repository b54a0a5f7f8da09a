/** @returns whether the site is reached over https: its cookies are bound to that, and browsers told to stay with it */
export function isHttps({ publicUrl }: { publicUrl: string }): boolean {
  return publicUrl.startsWith('https:');
}
