import { writeTransaction } from '../../../../db/client.ts';
import {
  type FirstStep,
  type FirstStepNote,
  type FirstStepsState,
  firstSteps,
} from '../../../shared/shop/set-up-schema.ts';
import type { Context, SignedIn } from '../../base/context.ts';
import { hasConfirmedOrder } from '../../ops/backups/backup-repository.ts';
import { readBackupSettings } from '../../ops/backups/backup-settings.ts';
import { listActive, requirePerson } from '../../people/people-repository.ts';
import { readLastBackup } from '../../shop/facts-repository.ts';
import { readBusinessState } from '../../shop/read-business.ts';
import { readFirstStepsStage, writeFirstStepsStage } from './set-up-repository.ts';

/** Returns which first steps an admin has done, from settings and orders; only `look` and the end are stored. */
export function readFirstSteps(context: Context, user: SignedIn): FirstStepsState {
  const { db, config } = context;
  const state = readFirstStepsStage(db);
  const writers = listActive(db, 'reader');
  const facts: Record<FirstStep, boolean> = {
    email: requirePerson(context, user.id).email !== null,
    about: !readBusinessState(context).isBioSample,
    stripe: config.stripe.mode !== 'sandbox',
    mail: config.smtp !== null,
    backups: readBackupSettings(db).isOn && readLastBackup(db) !== null,
    reader: writers.length > 0,
    look: state !== 'open',
    order: hasConfirmedOrder(db),
  };
  return {
    isOver: state === 'over',
    done: firstSteps.filter((step) => facts[step]),
    isWithoutReader: writers.length > 0 && writers.every(({ role }) => role === 'admin'),
    payments: config.stripe.mode,
  };
}

/** Stores that an admin looked around, or dismissed the list of first steps, which ends it for good. */
export async function recordFirstStep({ db, clock }: Context, note: FirstStepNote): Promise<void> {
  await writeTransaction(db, (tx) => {
    if (readFirstStepsStage(tx) === 'over') return;
    writeFirstStepsStage(tx, note === 'dismissed' ? 'over' : 'looked', clock.now());
  });
}
