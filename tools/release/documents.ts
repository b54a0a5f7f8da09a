/** The files of `docs` in a release, for those who run the product; the others are for those who change it. */
export const documents = [
  'self-hosting',
  'settings',
  'stripe',
  'proxies',
  'docker',
  'from-sources',
  'backups',
  'upgrade-and-move',
  'when-something-is-wrong',
  'privacy',
];
