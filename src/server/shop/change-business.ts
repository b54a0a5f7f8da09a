import { type Transaction, writeTransaction } from '../../../db/client.ts';
import { shownEmail } from '../../../db/computed-columns.ts';
import type { AuditAction } from '../../shared/ops/audit-log.ts';
import {
  type BusinessIdentity,
  type BusinessPart,
  type BusinessState,
  type BusinessText,
  type changeColorsSchema,
  type changeIdentitySchema,
  type changeTextSchema,
  type Logo,
  partNames,
  type restoreSchema,
  textProblem,
} from '../../shared/shop/business-schema.ts';
import type { z } from '../../shared/zod.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { recordAudit } from '../base/record-audit.ts';
import type { RenderedPicture } from '../base/render-picture.ts';
import { findNewestVersion, findVersion, insertVersion } from './business-repository.ts';
import { originalValue, readBusinessState, readIdentity } from './read-business.ts';

/** Stores the identity; an absent `billingDescriptor` stays as it is. @throws {DomainError} `business_conflict` */
export async function changeIdentity(
  context: Context,
  user: SignedIn,
  { version, billingDescriptor, ...identity }: z.output<typeof changeIdentitySchema>,
): Promise<BusinessState> {
  return storeVersion(context, user, 'identity', version, () => ({
    ...identity,
    contactEmail: shownEmail(identity.contactEmail),
    billingDescriptor: billingDescriptor ?? readIdentity(context).billingDescriptor,
  }));
}

export async function changeColors(
  context: Context,
  user: SignedIn,
  { version, accentHue }: z.output<typeof changeColorsSchema>,
): Promise<BusinessState> {
  return storeVersion(context, user, 'colours', version, () => ({ accentHue }));
}

export async function changeLogo(
  context: Context,
  user: SignedIn,
  version: number,
  drawn: RenderedPicture | null,
): Promise<BusinessState> {
  return storeVersion(context, user, 'logo', version, () => {
    if (!drawn) return { logo: null };
    const { hash, picture, ...size } = drawn;
    const logo: Logo = { address: `/pictures/${hash}.webp`, ...size };
    return { logo, file: picture.toString('base64') };
  });
}

/** Stores a text. @throws {DomainError} `invalid_request` if its page cannot show it; `business_conflict` */
export async function changeText(
  context: Context,
  user: SignedIn,
  name: BusinessText,
  { text, version }: z.output<typeof changeTextSchema>,
): Promise<BusinessState> {
  const problem = textProblem(name, text);
  if (problem) throw new DomainError('invalid_request', problem);
  return storeVersion(context, user, name, version, () => text);
}

/** Stores an old version as the newest; 0 is the original. @throws {DomainError} `business_conflict`, `…_not_found` */
export async function restoreVersion(
  context: Context,
  user: SignedIn,
  part: BusinessPart,
  { to, version }: z.output<typeof restoreSchema>,
): Promise<BusinessState> {
  const restored = () => {
    if (to === 0) return originalValue;
    const found = findVersion(context.db, to);
    if (found?.name !== part) throw new DomainError('version_not_found', 'There is no such version.');
    return found.value;
  };
  return storeVersion(context, user, part, version, restored, 'text_restored');
}

async function storeVersion(
  context: Context,
  user: SignedIn,
  part: BusinessPart,
  version: number,
  value: () => unknown,
  action: AuditAction = 'text_changed',
): Promise<BusinessState> {
  const { db, clock, log } = context;
  await writeTransaction(db, (tx) => {
    if ((findNewestVersion(tx, part)?.id ?? 0) !== version) {
      throw new DomainError(
        'business_conflict',
        'Someone changed this in the meantime. Look at the newest version first.',
      );
    }
    recordVersion(tx, { part, value: value(), user, at: clock.now(), action });
  });
  context.signals.invalidatePublicPages();
  log.info({ userId: user.id, part }, 'the texts of the business were changed');
  return readBusinessState(context);
}

/** Stores the business's identity without a check of its version; a running service notices it within a minute. */
export function storeIdentity(tx: Transaction, user: SignedIn, identity: BusinessIdentity, at: number): void {
  const value = { ...identity, contactEmail: shownEmail(identity.contactEmail) };
  recordVersion(tx, { part: 'identity', value, user, at, action: 'text_changed' });
}

interface NewVersion {
  part: BusinessPart;
  value: unknown;
  user: SignedIn;
  at: number;
  action: AuditAction;
}

function recordVersion(tx: Transaction, { part, value, user, at, action }: NewVersion): void {
  insertVersion(tx, { name: part, value, changedById: user.id, changedAt: at });
  const subject = { kind: 'text', id: part, label: partNames[part] } as const;
  recordAudit(tx, { actor: user, at, action, subject });
}
