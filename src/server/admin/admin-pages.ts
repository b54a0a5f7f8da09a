import { formatCommands } from '../base/config/command-format.ts';
import type { PageLoaders } from '../base/http/page-loaders.ts';
import { readEvidencePage } from './evidence.ts';

export const adminPages = {
  '/admin/dashboard': ({ config }) => ({
    timeZone: config.businessTimeZone,
    commands: {
      doctor: formatCommands('npm run doctor', config.commandFormat),
      stripeSetUp: formatCommands('npm run stripe -- setup', config.commandFormat),
    },
  }),
  '/admin/orders/:id/customer': ({ config }) => ({ timeZone: config.businessTimeZone }),
  /** What a bank is shown of an order; null for one that does not exist or was not paid. */
  '/admin/orders/:id/evidence': (context, orderId, { user }) =>
    user?.role === 'admin' ? readEvidencePage(context, orderId) : null,
} satisfies PageLoaders;
