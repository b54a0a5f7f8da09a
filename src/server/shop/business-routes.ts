import { Hono } from 'hono';
import {
  type BusinessPart,
  businessParts,
  changeColorsSchema,
  changeIdentitySchema,
  changeLogoSchema,
  changeTextSchema,
  isText,
  restoreSchema,
} from '../../shared/shop/business-schema.ts';
import type { Context } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { formBody, jsonBody, pictureBody, smallBody } from '../base/http/body.ts';
import { type HttpEnv, requireRole, requireSignedIn } from '../base/http/guard.ts';
import type { ReadPicture } from '../base/render-picture.ts';
import { changeColors, changeIdentity, changeLogo, changeText, restoreVersion } from './change-business.ts';
import { readBusinessState, readHistory } from './read-business.ts';

/** Serves admins the business's identity, colors, logo and texts, and restores earlier versions. */
export function businessRoutes(context: Context, readPicture: ReadPicture) {
  const admin = requireRole('admin');
  return new Hono<HttpEnv>()
    .get('/business', admin, (c) => c.json(readBusinessState(context)))
    .put('/business/identity', admin, smallBody, jsonBody(changeIdentitySchema), async (c) =>
      c.json(await changeIdentity(context, requireSignedIn(c).user, c.req.valid('json'))),
    )
    .put('/business/colours', admin, smallBody, jsonBody(changeColorsSchema), async (c) =>
      c.json(await changeColors(context, requireSignedIn(c).user, c.req.valid('json'))),
    )
    .put('/business/logo', admin, pictureBody, formBody(changeLogoSchema), async (c) => {
      const { user } = requireSignedIn(c);
      const { picture, version } = c.req.valid('form');
      const drawn = picture ? await readPicture(user, picture, 'logo') : null;
      return c.json(await changeLogo(context, user, version, drawn));
    })
    .put('/business/texts/:id', admin, smallBody, jsonBody(changeTextSchema), async (c) => {
      const name = partOf(c.req.param('id'));
      if (!isText(name)) throw noSuchPart();
      return c.json(await changeText(context, requireSignedIn(c).user, name, c.req.valid('json')));
    })
    .get('/business/parts/:id/history', admin, (c) => c.json(readHistory(context, partOf(c.req.param('id')))))
    .put('/business/parts/:id/restore', admin, smallBody, jsonBody(restoreSchema), async (c) => {
      const part = partOf(c.req.param('id'));
      return c.json(await restoreVersion(context, requireSignedIn(c).user, part, c.req.valid('json')));
    });
}

function partOf(name: string): BusinessPart {
  const part = businessParts.find((known) => known === name);
  if (!part) throw noSuchPart();
  return part;
}

function noSuchPart(): DomainError {
  return new DomainError('part_not_found', 'The business has no such part.');
}
