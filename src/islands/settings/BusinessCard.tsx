import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { businessCalls, createBusinessDesk, partNames } from '../../client/settings/business.ts';
import { businessParts } from '../../shared/business.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { lazyDialog } from '../ui/dialogs/lazy-dialog.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { PublicationNote, SampleNote } from './PublicationNote.tsx';

const BusinessDialog = lazyDialog(
  () => import('./BusinessDialog.tsx'),
  'BusinessDialog',
  'What the pages say',
);

/** Who the business is for its customers, and the ways to all that its pages say. */
export function BusinessCard() {
  const { fetching, work, drafts } = useAdminDesk();
  const [business] = useState(() => createBusinessDesk({ calls: businessCalls, fetching, work, drafts }));
  const { data, error } = useStore(business.state.$state);
  const part = useStore(business.$part);
  const facts = data && [
    ['Name', data.business.siteName],
    ['Contact', data.business.contactEmail],
    ['Legal name', data.business.legalName || 'Not set'],
    ['Postal address', data.business.postalAddress || 'Not set'],
    ['On card statements', data.business.billingDescriptor],
    ['Color', data.business.accentHue === null ? 'Plum' : `Hue ${data.business.accentHue}`],
    ['Address of the site', data.business.publicUrl],
  ];
  return (
    <section aria-labelledby="business-heading" className="panel grid gap-4 p-4 sm:p-6 md:col-span-2">
      <h3 id="business-heading" className="text-lg">
        Your business
      </h3>
      {error && (
        <LoadProblem
          error={error}
          fallback="What the pages say could not be loaded."
          onRetry={business.state.refresh}
        />
      )}
      {!data && !error && <Skeleton className="h-64" />}
      {facts && (
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
          {facts.map(([what, value]) => (
            <div key={what} className="min-w-0">
              <dt className="text-sm text-quiet">{what}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {data && (
        <ul aria-label="What the pages say" className="flex flex-wrap gap-2">
          {businessParts.map((part) => (
            <li key={part}>
              <button type="button" className="btn btn-sm" onClick={() => business.$part.set(part)}>
                {partNames[part]}
              </button>
            </li>
          ))}
        </ul>
      )}
      {data?.isBioSample && <SampleNote of={partNames.bio} />}
      <PublicationNote business={business} />
      <p className="field-hint">
        Emails change right away, the pages within a moment. The site’s address and time zone are set on the
        server: <code>PUBLIC_URL</code>, <code className="wrap-anywhere">BUSINESS_TIMEZONE</code>.
      </p>
      <BusinessDialog
        business={business}
        open={part !== null && data !== undefined}
        onOpenChange={(isOpen) => !isOpen && business.$part.set(null)}
      />
    </section>
  );
}
