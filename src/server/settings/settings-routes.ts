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
import { aftercareSettings } from './aftercare-settings.ts';
import { changeCalendar, showCalendar } from './calendar.ts';
import { changePrice, readPublicSettings } from './change-price.ts';
import { changeSettings, paymentSettings, readerSettings } from './change-settings.ts';
import { listPlaces } from './holidays.ts';
import { mailSettings } from './mail-settings.ts';

export function settingsRoutes(context: Context, publishableKey: string) {
  const admin = requireRole('admin');
  return new Hono<HttpEnv>()
    .get('/settings', (c) => c.json<PublicSettings>(readPublicSettings(context, publishableKey)))
    .put('/settings/price', admin, smallBody, jsonBody(changePriceSchema), async (c) => {
      const { priceCents } = c.req.valid('json');
      await changePrice(context, signedIn(c).user, priceCents);
      return c.json({ price: centsToDollars(priceCents) });
    })
    .get('/settings/readers', admin, (c) => c.json<ReaderSettings>(readerSettings.read(context.db)))
    .put('/settings/readers', admin, smallBody, jsonBody(readerSettingsSchema.partial()), async (c) =>
      c.json<ReaderSettings>(
        await changeSettings(context, signedIn(c).user, readerSettings, c.req.valid('json')),
      ),
    )
    .get('/settings/aftercare', admin, (c) => c.json<AftercareSettings>(aftercareSettings.read(context.db)))
    .put('/settings/aftercare', admin, smallBody, jsonBody(aftercareSettingsSchema.partial()), async (c) =>
      c.json<AftercareSettings>(
        await changeSettings(context, signedIn(c).user, aftercareSettings, c.req.valid('json')),
      ),
    )
    .get('/settings/mails', admin, (c) => c.json<MailSettings>(mailSettings.read(context.db)))
    .put('/settings/mails', admin, smallBody, jsonBody(mailSettingsSchema.partial()), async (c) =>
      c.json<MailSettings>(
        await changeSettings(context, signedIn(c).user, mailSettings, c.req.valid('json')),
      ),
    )
    .get('/settings/payment', admin, (c) => c.json<PaymentSettings>(paymentSettings.read(context.db)))
    .put('/settings/payment', admin, smallBody, jsonBody(paymentSettingsSchema.partial()), async (c) =>
      c.json<PaymentSettings>(
        await changeSettings(context, signedIn(c).user, paymentSettings, c.req.valid('json')),
      ),
    )
    .get('/settings/calendar', admin, (c) => c.json<KnownCalendar>(showCalendar(context)))
    .put('/settings/calendar', admin, smallBody, jsonBody(calendarSchema), async (c) =>
      c.json<KnownCalendar>(await changeCalendar(context, signedIn(c).user, c.req.valid('json'))),
    )
    .get('/settings/calendar/places', admin, query(calendarPlacesSchema), async (c) =>
      c.json<Places>(await listPlaces(c.req.valid('query').country ?? null)),
    );
}
