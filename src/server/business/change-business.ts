import { writeTransaction } from '../../../db/client.ts';
import { shownEmail } from '../../../db/email-columns.ts';
import type { AuditAction } from '../../shared/audit.ts';
import {
  type BusinessColours,
  type BusinessPart,
  type BusinessState,
  type BusinessText,
  type changeIdentitySchema,
  textProblem,
} from '../../shared/business.ts';
import type { z } from '../../shared/zod.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { findNewestVersion, findVersion, insertVersion } from './business-repository.ts';
import { asInTheBeginning, readIdentity, readState } from './read-business.ts';

const partLabels: Record<BusinessPart, string> = {
  identity: 'Name and contact',
  colours: 'Colors',
  bio: 'About the readers',
  faq: 'Frequently asked questions',
  terms: 'Terms',
  privacy: 'Privacy',
  refunds: 'Refunds',
};

/** @throws {DomainError} `business_conflict` when another session has changed it since `version` */
export async function changeIdentity(
  context: Context,
  user: SignedIn,
  { version, billingDescriptor, ...identity }: z.output<typeof changeIdentitySchema>,
): Promise<BusinessState> {
  return change(context, user, { part: 'identity', version, action: 'text_changed' }, () => ({
    ...identity,
    contactEmail: shownEmail(identity.contactEmail),
    billingDescriptor: billingDescriptor ?? readIdentity(context).billingDescriptor,
  }));
}

/** @throws {DomainError} `business_conflict` */
export async function changeColours(
  context: Context,
  user: SignedIn,
  { version, accentHue }: BusinessColours & { version: number },
): Promise<BusinessState> {
  return change(context, user, { part: 'colours', version, action: 'text_changed' }, () => ({ accentHue }));
}

/** @throws {DomainError} `business_conflict`; `invalid_request` for a malformed FAQ */
export async function changeText(
  context: Context,
  user: SignedIn,
  name: BusinessText,
  { text, version }: { text: string; version: number },
): Promise<BusinessState> {
  const problem = textProblem(name, text);
  if (problem) throw new DomainError('invalid_request', problem);
  return change(context, user, { part: name, version, action: 'text_changed' }, () => text);
}

/**
 * Stores an earlier version as the newest one.
 *
 * @throws {DomainError} `business_conflict`; `version_not_found`
 */
export async function restoreVersion(
  context: Context,
  user: SignedIn,
  part: BusinessPart,
  { to, version }: { to: number; version: number },
): Promise<BusinessState> {
  return change(context, user, { part, version, action: 'text_restored' }, () => {
    if (to === 0) return asInTheBeginning;
    const found = findVersion(context.db).get({ id: to });
    if (found?.name !== part) throw new DomainError('version_not_found', 'There is no such version.');
    return found.value;
  });
}

async function change(
  context: Context,
  user: SignedIn,
  { part, version, action }: { part: BusinessPart; version: number; action: AuditAction },
  value: () => unknown,
): Promise<BusinessState> {
  const { db, clock, log } = context;
  await writeTransaction(db, (tx) => {
    if ((findNewestVersion(tx).get({ name: part })?.id ?? 0) !== version) {
      throw new DomainError(
        'business_conflict',
        'This has changed in another session. Look at the newest version first.',
      );
    }
    const at = clock.now();
    insertVersion(tx).run({ name: part, value: value(), changedById: user.id, changedAt: at });
    const subject = { kind: 'text', id: part, label: partLabels[part] } as const;
    recordAudit(tx, { actor: user, at, action, subject });
  });
  context.publicChanged('business');
  log.info({ userId: user.id, part }, 'what the business says was changed');
  // The pages are rendered after the commit.
  return { ...readState(context), isOnPages: false };
}
