import type {} from '../../shared/fields.ts';
import { readFlashedForm } from '../base/form-flash.ts';
import type { PageLoaders } from '../base/http/page-loaders.ts';

export const aftercarePages = {
  '/my-orders/again/:id': (context, key) => readFlashedForm(context, '/my-orders', key),
} satisfies PageLoaders;
