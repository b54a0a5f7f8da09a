import { Hono } from 'hono';
import { type AftercareSettings, aftercareSettingsSchema } from '../../shared/aftercare/settings.ts';
import {
  calendarPlacesSchema,
  calendarSchema,
  type KnownCalendar,
  type Places,
} from '../../shared/checkout/calendar.ts';
import { type PaymentSettings, paymentSettingsSchema } from '../../shared/checkout/payment-settings.ts';
import { changePriceSchema, type PublicSettings } from '../../shared/checkout/settings.ts';
import { centsToDollars } from '../../shared/money.ts';
import { type MailSettings, mailSettingsSchema } from '../../shared/orders/mail-switches.ts';
import { type ReaderSettings, readerSettingsSchema } from '../../shared/readings/earlier-readings.ts';
import type { Context } from '../context/context.ts';
import { jsonBody, query, smallBody } from '../http/body.ts';
import type { HttpEnv } from '../http/env.ts';
import { requireRole, signedIn } from '../http/guard.ts';
import { changeAftercareSettings, readAftercareSettings } from './aftercare-settings.ts';
import { changeCalendar, showCalendar } from './calendar.ts';
import { changePrice, readPublicSettings } from './change-price.ts';
import { listPlaces } from './holidays.ts';
import { changeMailSettings, readMailSettings } from './mail-settings.ts';
import { changePaymentSettings, readPaymentSettings } from './payment-settings.ts';
import { changeReaderSettings, readReaderSettings } from './reader-settings.ts';

export function settingsRoutes(context: Context, publishableKey: string) {
  return new Hono<HttpEnv>()
    .get('/settings', (c) => c.json<PublicSettings>(readPublicSettings(context, publishableKey)))
    .put('/settings/price', requireRole('admin'), smallBody, jsonBody(changePriceSchema), async (c) => {
      const { priceCents } = c.req.valid('json');
      await changePrice(context, signedIn(c).user, priceCents);
      return c.json({ price: centsToDollars(priceCents) });
    })
    .get('/settings/readers', requireRole('admin'), (c) =>
      c.json<ReaderSettings>(readReaderSettings(context)),
    )
    .put('/settings/readers', requireRole('admin'), smallBody, jsonBody(readerSettingsSchema), async (c) =>
      c.json<ReaderSettings>(await changeReaderSettings(context, signedIn(c).user, c.req.valid('json'))),
    )
    .get('/settings/aftercare', requireRole('admin'), (c) =>
      c.json<AftercareSettings>(readAftercareSettings(context.db)),
    )
    .put(
      '/settings/aftercare',
      requireRole('admin'),
      smallBody,
      jsonBody(aftercareSettingsSchema),
      async (c) =>
        c.json<AftercareSettings>(
          await changeAftercareSettings(context, signedIn(c).user, c.req.valid('json')),
        ),
    )
    .get('/settings/mails', requireRole('admin'), (c) => c.json<MailSettings>(readMailSettings(context.db)))
    .put('/settings/mails', requireRole('admin'), smallBody, jsonBody(mailSettingsSchema), async (c) =>
      c.json<MailSettings>(await changeMailSettings(context, signedIn(c).user, c.req.valid('json'))),
    )
    .get('/settings/payment', requireRole('admin'), (c) =>
      c.json<PaymentSettings>(readPaymentSettings(context)),
    )
    .put('/settings/payment', requireRole('admin'), smallBody, jsonBody(paymentSettingsSchema), async (c) =>
      c.json<PaymentSettings>(await changePaymentSettings(context, signedIn(c).user, c.req.valid('json'))),
    )
    .get('/settings/calendar', requireRole('admin'), (c) => c.json<KnownCalendar>(showCalendar(context)))
    .put('/settings/calendar', requireRole('admin'), smallBody, jsonBody(calendarSchema), async (c) =>
      c.json<KnownCalendar>(await changeCalendar(context, signedIn(c).user, c.req.valid('json'))),
    )
    .get('/settings/calendar/places', requireRole('admin'), query(calendarPlacesSchema), async (c) =>
      c.json<Places>(await listPlaces(c.req.valid('query').country ?? null)),
    );
}
