import type { PageLoaders } from '../base/http/page-loaders.ts';

export const mailPages = {
  /** Sender and mail server, null where none is configured; undefined for those who may not see them. */
  '/email-test': ({ config: { smtp, stripe } }, _id, { user }) => {
    if (user?.role !== 'admin' && stripe.mode !== 'sandbox') return undefined;
    return smtp && { sender: smtp.from, server: new URL(smtp.url).host };
  },
} satisfies PageLoaders;
