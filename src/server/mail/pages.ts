import type { PageLoaders } from '../base/http/pages.ts';

export const mailPages = {
  /** Sender and mail server, for an admin; null for others, and where none is configured. */
  '/email-test': ({ config: { smtp } }, _id, { user }) =>
    user?.role === 'admin' && smtp ? { sender: smtp.from, server: new URL(smtp.url).host } : null,
} satisfies PageLoaders;
