import type { PageLoaders } from '../base/http/page-loaders.ts';
import { findReadersOrder } from './readers-orders.ts';

export const readingPages = {
  '/reader/dashboard': ({ config }) => ({ timeZone: config.businessTimeZone }),
  '/reader/orders/:id': (context, orderNumber, { user }) => ({
    timeZone: context.config.businessTimeZone,
    isOnList: user !== null && findReadersOrder(context, user, orderNumber) !== null,
  }),
} satisfies PageLoaders;
