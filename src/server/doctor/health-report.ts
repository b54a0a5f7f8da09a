import { minutes, seconds } from '../../shared/durations.ts';
import type { HealthReport } from '../../shared/health.ts';
import type { Context } from '../context/context.ts';
import { isoTime } from '../time/iso-time.ts';

/** How long a report is reused, in milliseconds. */
const life = minutes(1);

/** How long each check may take, in milliseconds: an admin waits for the page. */
const patience = seconds(12);

/** Makes a report, or returns the one of the last minute; never makes two at once. */
export type ReadHealth = () => Promise<HealthReport>;

/** @param look makes a report; by default runs doctor, which is loaded for the first one */
export function createHealthReports(
  context: Context,
  look: (context: Context) => Promise<HealthReport> = lookAtService,
): ReadHealth {
  let last: { madeAt: number | null; report: Promise<HealthReport> } | null = null;
  return () => {
    const { clock } = context;
    if (last && (last.madeAt === null || clock.now() - last.madeAt < life)) return last.report;
    const report = look(context);
    const current: typeof last = { madeAt: null, report };
    last = current;
    report.then(
      () => {
        current.madeAt = clock.now();
      },
      () => {
        last = null;
      },
    );
    return report;
  };
}

/** @returns doctor's findings, from within the service */
export async function lookAtService(context: Context): Promise<HealthReport> {
  const { config, db } = context;
  const [{ listChecks }, { asFoundHere, findAll }, { realSurroundings }, { examineApart }] =
    await Promise.all([
      import('./list-checks.ts'),
      import('./run-checks.ts'),
      import('./surroundings.ts'),
      import('./examine-apart.ts'),
    ]);
  const path = config.databasePath === ':memory:' ? null : config.databasePath;
  const checks = listChecks(
    {
      settings: { config, problems: [], unusable: new Set() },
      databasePath: path,
      db,
      examine: async () =>
        path === null ? null : examineApart({ path, isThorough: false, patience: patience - seconds(1) }),
      dkimSelectors: [],
      mailTo: null,
      sendTestMail: () => Promise.reject(new Error('A page sends none.')),
    },
    realSurroundings(context),
  );
  const findings = await findAll(checks, () => patience);
  return {
    checkedAt: isoTime(context.clock.now()),
    findings: findings.map((finding) => asFoundHere(finding, config.commandWay)),
  };
}
