import { isForbidden, userName } from '../../../db/files.ts';
import type { HealthCheck, HealthFinding } from '../../shared/health.ts';
import { codeOf } from '../basics/errors.ts';
import { asRunHere, type CommandWay } from '../config/command-way.ts';
import { type Finding, failed, spanText } from './checks/finding.ts';

export interface Check {
  check: HealthCheck;
  look: () => Finding | Promise<Finding>;
}

/**
 * Runs all checks at once.
 *
 * @param patience how long each may take, in milliseconds
 * @returns a promise of a finding for each, in their order; none rejects
 */
export function runChecks(
  checks: Check[],
  patience: (check: HealthCheck) => number,
): { check: HealthCheck; finding: Promise<HealthFinding> }[] {
  const find = async ({ check, look }: Check) => ({ check, ...(await lookFor(look, patience(check))) });
  return checks.map((one) => ({ check: one.check, finding: find(one) }));
}

/** @returns the finding, with commands as they are run here */
export function asFoundHere({ found, advice, ...finding }: HealthFinding, way: CommandWay): HealthFinding {
  return { ...finding, found: asRunHere(found, way), advice: advice && asRunHere(advice, way) };
}

/** @returns all findings, once all checks are done */
export function findAll(...given: Parameters<typeof runChecks>): Promise<HealthFinding[]> {
  return Promise.all(runChecks(...given).map(({ finding }) => finding));
}

async function lookFor(look: Check['look'], patience: number): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Finding>((resolve) => {
    timer = setTimeout(
      () =>
        resolve(
          failed(
            `No answer within ${spanText(patience)}.`,
            'Look at what is asked there, and at the network.',
          ),
        ),
      patience,
    );
  });
  try {
    return await Promise.race([look(), tooLong]);
  } catch (error) {
    if (isForbidden(error)) {
      return failed(
        `User ${userName()} may not look there (${codeOf(error)}).`,
        'Run it as the user of the service; if this is that user, give it the folder of the database, as “Files” says.',
      );
    }
    return failed(
      `It could not be looked at (${codeOf(error)}).`,
      'Run npm run doctor on the machine; should it say the same, please report it as an error of the program.',
    );
  } finally {
    clearTimeout(timer);
  }
}
