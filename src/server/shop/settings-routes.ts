import { Hono } from 'hono';
import { calendarPlacesSchema, calendarSchema } from '../../shared/checkout/calendar-schema.ts';
import { currencySchema } from '../../shared/checkout/public-settings.ts';
import { changeCodeSchema, createCodeSchema } from '../../shared/offers/code-schema.ts';
import {
  changeOfferSchema,
  changePriceSchema,
  createOfferSchema,
  offerPictureSchema,
  orderOffersSchema,
} from '../../shared/offers/offer-schema.ts';
import { readerSettingsSchema } from '../../shared/readings/earlier-readings.ts';
import {
  aftercareSettingsSchema,
  mailSettingsSchema,
  paymentSettingsSchema,
} from '../../shared/shop/shop-settings.ts';
import { taxSettingsSchema } from '../../shared/shop/tax-schema.ts';
import type { Context } from '../base/context.ts';
import { formBody, jsonBody, pictureBody, query, readingBody, smallBody } from '../base/http/body.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../base/http/guard.ts';
import type { ReadPicture } from '../base/render-picture.ts';
import { changeCalendar, readKnownCalendar } from './business-calendar.ts';
import { changeCurrency } from './change-currency.ts';
import {
  aftercareSettings,
  changeSettings,
  mailSettings,
  paymentSettings,
  readerSettings,
  taxSettings,
} from './change-settings.ts';
import { listPlaces } from './holidays.ts';
import { changeCode, createCode, readCodes } from './manage-codes.ts';
import {
  changeOffer,
  changePrice,
  createOffer,
  presentSettings,
  readOffers,
  readOffersOnSale,
  reorderOffers,
} from './manage-offers.ts';
import { changeOfferPicture } from './offer-picture.ts';

/** Serves the public settings, and to admins the offers, codes, calendar and most groups of settings. */
export function settingsRoutes(context: Context, publishableKey: string, readPicture: ReadPicture) {
  const admin = requireRole('admin');
  return new Hono<HttpEnv>()
    .get('/settings', (c) => c.json(presentSettings(context, readOffersOnSale(context), publishableKey)))
    .put('/settings/price', admin, smallBody, jsonBody(changePriceSchema), async (c) => {
      const { price } = c.req.valid('json');
      await changePrice(context, requireSignedIn(c).user, price);
      return c.json({ price });
    })
    .put('/settings/currency', admin, smallBody, jsonBody(currencySchema), async (c) =>
      c.json(await changeCurrency(context, requireSignedIn(c).user, c.req.valid('json'))),
    )
    .get('/offers', admin, (c) => c.json({ offers: readOffers(context) }))
    .post('/offers', admin, readingBody, jsonBody(createOfferSchema), async (c) =>
      c.json(await createOffer(context, requireSignedIn(c).user, c.req.valid('json'))),
    )
    .put('/offers/order', admin, smallBody, jsonBody(orderOffersSchema), async (c) => {
      const { ids } = c.req.valid('json');
      return c.json({ offers: await reorderOffers(context, requireSignedIn(c).user, ids) });
    })
    .put('/offers/:id', admin, readingBody, jsonBody(changeOfferSchema), async (c) => {
      const { user } = requireSignedIn(c);
      return c.json(await changeOffer(context, user, c.req.param('id'), c.req.valid('json')));
    })
    .put('/offers/:id/picture', admin, pictureBody, formBody(offerPictureSchema), async (c) => {
      const { user } = requireSignedIn(c);
      const { picture, version } = c.req.valid('form');
      const drawn = await readPicture(user, picture, 'offer');
      return c.json(await changeOfferPicture(context, user, c.req.param('id'), version, drawn));
    })
    .get('/codes', admin, (c) => c.json({ codes: readCodes(context) }))
    .post('/codes', admin, smallBody, jsonBody(createCodeSchema), async (c) =>
      c.json(await createCode(context, requireSignedIn(c).user, c.req.valid('json'))),
    )
    .put('/codes/:id', admin, smallBody, jsonBody(changeCodeSchema), async (c) => {
      const { isActive } = c.req.valid('json');
      return c.json(await changeCode(context, requireSignedIn(c).user, c.req.param('id'), isActive));
    })
    .get('/settings/readers', admin, (c) => c.json(readerSettings.read(context.db)))
    .put('/settings/readers', admin, smallBody, jsonBody(readerSettingsSchema.partial()), async (c) =>
      c.json(await changeSettings(context, requireSignedIn(c).user, readerSettings, c.req.valid('json'))),
    )
    .get('/settings/aftercare', admin, (c) => c.json(aftercareSettings.read(context.db)))
    .put('/settings/aftercare', admin, smallBody, jsonBody(aftercareSettingsSchema.partial()), async (c) =>
      c.json(await changeSettings(context, requireSignedIn(c).user, aftercareSettings, c.req.valid('json'))),
    )
    .get('/settings/mails', admin, (c) => c.json(mailSettings.read(context.db)))
    .put('/settings/mails', admin, smallBody, jsonBody(mailSettingsSchema.partial()), async (c) =>
      c.json(await changeSettings(context, requireSignedIn(c).user, mailSettings, c.req.valid('json'))),
    )
    .get('/settings/payment', admin, (c) => c.json(paymentSettings.read(context.db)))
    .put('/settings/payment', admin, smallBody, jsonBody(paymentSettingsSchema.partial()), async (c) =>
      c.json(await changeSettings(context, requireSignedIn(c).user, paymentSettings, c.req.valid('json'))),
    )
    .get('/settings/tax', admin, (c) => c.json(taxSettings.read(context.db)))
    .put('/settings/tax', admin, smallBody, jsonBody(taxSettingsSchema), async (c) =>
      c.json(await changeSettings(context, requireSignedIn(c).user, taxSettings, c.req.valid('json'))),
    )
    .get('/settings/calendar', admin, (c) => c.json(readKnownCalendar(context)))
    .put('/settings/calendar', admin, smallBody, jsonBody(calendarSchema), async (c) =>
      c.json(await changeCalendar(context, requireSignedIn(c).user, c.req.valid('json'))),
    )
    .get('/settings/calendar/places', admin, query(calendarPlacesSchema), async (c) =>
      c.json(await listPlaces(c.req.valid('query').country ?? null)),
    );
}
