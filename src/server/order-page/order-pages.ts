import type {} from '../../shared/fields.ts';
import { readFlashedForm } from '../base/form-flash.ts';
import type { PageLoaders } from '../base/http/page-loaders.ts';
import { readWithdrawal } from '../payments/withdraw.ts';
import { readCustomerOrder } from './customer-order.ts';
import { readReceipt } from './read-receipt.ts';
import { readThanks } from './read-thanks.ts';

export const orderPages = {
  '/thank-you': (context, orderNumber, { cookie }) => readThanks(context, cookie, orderNumber),
  '/order/:id': (context, token, visit) => readCustomerOrder(context, token, visit),
  '/order/:id/receipt': readReceipt,
  '/withdraw/again/:id': (context, key) => readFlashedForm(context, '/withdraw', key),
  '/withdraw/:id': readWithdrawal,
} satisfies PageLoaders;
