/** The files of `docs` for those who run the product, which a release brings; the others are for those who change it. */
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
