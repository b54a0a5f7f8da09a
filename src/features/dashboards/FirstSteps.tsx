import { type ReactNode, useEffect } from 'react';
import type { FirstStep, FirstStepsState as Steps } from '../../shared/shop/set-up-schema.ts';
import { Button } from '../../ui/Button.tsx';
import { InnerLink } from '../../ui/pieces.tsx';
import { useRefreshOnMount } from '../desk/desk-hooks.ts';
import type { SettingsPart } from '../settings/sections.ts';
import type { AdminDesk } from './admin-desk.ts';

const link = 'text-link cursor-pointer text-left font-semibold';

/** Lists the steps to set up a new shop. Once all are done, renders nothing and reports that to the server. */
export function FirstSteps({ desk, steps }: { desk: AdminDesk; steps: Steps }) {
  const { firstSteps } = desk;
  const { done, payments, isWithoutReader } = steps;
  useRefreshOnMount(firstSteps);
  useEffect(
    () => desk.$isAccountOpen.listen((isOpen) => isOpen || void firstSteps.refresh()),
    [desk, firstSteps],
  );
  const settings = (section: SettingsPart, label: string) => (
    <InnerLink
      className={link}
      href={`?tab=settings&section=${section}`}
      onFollow={() => desk.selectTab('settings', section)}
    >
      {label}
    </InnerLink>
  );
  const shop = (label: string) => (
    <a
      className={link}
      href="/"
      target="_blank"
      rel="noreferrer"
      onClick={() => void firstSteps.note('looked')}
    >
      {label}
    </a>
  );
  const lines: { step: FirstStep; way: ReactNode; hint: string; doneHint?: string | false }[] = [
    {
      step: 'email',
      way: (
        <Button className={link} onClick={() => desk.$isAccountOpen.set(true)}>
          Set your email
        </Button>
      ),
      hint: 'You’ll need it if you forget your password.',
    },
    {
      step: 'about',
      way: settings('texts', 'Write about the reader'),
      hint: 'The current text is a sample about a made-up reader.',
    },
    {
      step: 'stripe',
      way: settings('payment', 'Connect Stripe'),
      hint: 'Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET instead of STRIPE_MODE, and restart the service.',
    },
    {
      step: 'mail',
      way: settings('mail', 'Connect email'),
      hint: 'Set SMTP_URL and MAIL_FROM, and restart the service. Until then emails stay in the test mailbox.',
    },
    {
      step: 'backups',
      way: settings('health', 'Make backups'),
      hint: 'The service makes the first one within minutes, in a folder next to its database.',
    },
    {
      step: 'reader',
      way: settings('people', 'Add a reader'),
      hint: 'Orders are assigned to readers, who write the readings.',
      doneHint: isWithoutReader && 'Not needed while an admin writes the readings.',
    },
    { step: 'look', way: shop('Look at your shop'), hint: 'This is what customers see.' },
    {
      step: 'order',
      way: shop('Place a test order'),
      hint:
        payments === 'live'
          ? 'Pay with your own card, then refund the order.'
          : 'Pay with the test card 4242 4242 4242 4242, any future date and any code. No money moves.',
    },
  ];
  const isComplete = done.length === lines.length;
  useEffect(() => {
    if (isComplete) void firstSteps.note('dismissed');
  }, [isComplete, firstSteps]);
  if (isComplete) return null;

  return (
    <section aria-label="First steps" className="panel mb-8 p-4 sm:p-6">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 className="text-xl">First steps</h2>
        <p className="grow text-sm whitespace-nowrap text-quiet tabular-nums" role="status">
          {`${done.length} of ${lines.length} done`}
        </p>
        <Button className="btn btn-ghost btn-sm" onClick={() => void firstSteps.note('dismissed')}>
          Dismiss
        </Button>
      </div>
      <ol className="mt-3 grid gap-x-10 gap-y-3 md:grid-cols-2">
        {lines.map(({ step, way, hint, doneHint }) => {
          const isDone = done.includes(step);
          const shownHint = isDone ? doneHint : hint;
          return (
            <li key={step} className="flex gap-3">
              <span
                aria-hidden="true"
                className={isDone ? 'w-4 shrink-0 text-tone-success' : 'w-4 shrink-0 text-quiet'}
              >
                {isDone ? '✓' : '○'}
              </span>
              <div className="min-w-0">
                {way}
                <span className="sr-only">: {isDone ? 'done' : 'to do'}</span>
                {shownHint && <p className="text-sm wrap-anywhere text-quiet">{shownHint}</p>}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
