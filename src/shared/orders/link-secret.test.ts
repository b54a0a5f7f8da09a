import { expect, test } from 'vitest';
import { linkSecretIn } from './link-secret.ts';

const secret = 'Zk3vT9QwZk3vT9QwZk3vT9';

test.each([
  ...['', '#', '#Zk3vT9QwZk3vT9', `#${secret}A`].map((hash) => [hash, '']),
  // A mail program added something.
  ...['.', '?utm_source=mail', '&utm_source=mail', '%20', '%3E'].map((added) => [
    `#${secret}${added}`,
    secret,
  ]),
])('of a link that ends in %j the secret is %j', (hash, found) => {
  expect(linkSecretIn(hash)).toBe(found);
});
