import { useStore } from '@nanostores/react';
import { createHealthDesk } from '../../client/service/health.ts';
import { type HealthFinding, type HealthState, healthChecks, summarizeHealth } from '../../shared/health.ts';
import type { Tone } from '../../shared/orders/order-status.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { useAdminDesk, useCommands } from '../desk/desk-context.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Badge } from '../ui/Badge.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { BackupsCard } from './BackupsCard.tsx';

export function ServiceSection() {
  return (
    <div className="grid gap-6">
      <HealthCard />
      <BackupsCard />
    </div>
  );
}

function HealthCard() {
  const { happened } = useBusinessDays();
  const health = useAdminDesk().later(createHealthDesk);
  const { doctor } = useCommands();
  const { report, error, isLooking } = useStore(health.$state);
  return (
    <section aria-labelledby="health-heading" className="panel grid min-w-0 gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 id="health-heading" className="text-lg">
          Health check
        </h3>
        <ActionButton
          className="btn btn-sm ml-auto"
          isBusy={isLooking}
          busyLabel="Looking…"
          onClick={() => void health.look()}
        >
          {report ? 'Look again' : 'Look now'}
        </ActionButton>
      </div>
      <p className="max-w-prose text-sm text-quiet">
        Checks the server, the database, the public address, Stripe and mail. It takes a few seconds.{' '}
        <code className="wrap-anywhere">{doctor}</code> does the same on the server, and can send a test mail.
      </p>
      {error && (
        <LoadProblem
          error={error}
          fallback="The check could not be run."
          onRetry={() => void health.look()}
        />
      )}
      <p role="status" className="empty:hidden">
        {report && !isLooking && (
          <span>
            <strong>{summarizeHealth(report.findings)}</strong>{' '}
            <span className="text-quiet">Looked at on {happened(report.checkedAt)}.</span>
          </span>
        )}
      </p>
      {report && (
        <ul aria-labelledby="health-heading" aria-busy={isLooking} className="divide-y divide-base-300">
          {report.findings.map((finding) => (
            <Found key={finding.check} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  );
}

const states: Record<HealthState, { name: string; tone: Tone }> = {
  ok: { name: 'Fine', tone: 'success' },
  warning: { name: 'To look at', tone: 'warning' },
  error: { name: 'Failed', tone: 'error' },
};

function Found({ finding: { check, state, found, advice } }: { finding: HealthFinding }) {
  const { name, tone } = states[state];
  return (
    <li className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[7rem_12rem_1fr]">
      <span>
        <Badge tone={tone}>{name}</Badge>
      </span>
      <h4 className="font-semibold">{healthChecks[check]}</h4>
      <div className="grid min-w-0 gap-1">
        <p className="wrap-anywhere">{found}</p>
        {advice && (
          <p className="wrap-anywhere">
            <span className="font-semibold">What to do:</span> {advice}
          </p>
        )}
      </div>
    </li>
  );
}
