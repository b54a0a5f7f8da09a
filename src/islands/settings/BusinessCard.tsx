import { useStore } from '@nanostores/react';
import { createBusinessDesk } from '../../client/settings/business.ts';
import { type BusinessState, businessParts, partNames } from '../../shared/business.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { lazyDialog } from '../ui/errors/lazy-part.tsx';
import { Fact } from '../ui/Fact.tsx';
import { FetchedPanel } from '../ui/panels/FetchedPanel.tsx';
import { PublicationNote, SampleNote } from './PublicationNote.tsx';

const BusinessDialog = lazyDialog(
  () => import('./BusinessDialog.tsx'),
  'BusinessDialog',
  'What the pages say',
);

/** Who the business is for its customers, and the ways to all that its pages say. */
export function BusinessCard() {
  const business = useAdminDesk().later(createBusinessDesk);
  const part = useStore(business.$part);
  return (
    <FetchedPanel
      title="Your business"
      fetched={business.state}
      fallback="What the pages say could not be loaded."
      className="gap-4 md:col-span-2"
      foot={
        <>
          <PublicationNote business={business} />
          <p className="field-hint">
            Emails change right away, the pages within a moment. The site’s address and time zone are set on
            the server: <code>PUBLIC_URL</code>, <code className="wrap-anywhere">BUSINESS_TIMEZONE</code>.
          </p>
          <BusinessDialog
            business={business}
            open={part !== null}
            onOpenChange={(isOpen) => !isOpen && business.$part.set(null)}
          />
        </>
      }
    >
      {(state) => (
        <>
          <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
            {factsOf(state).map(([what, value]) => (
              <Fact key={what} label={what}>
                <span className="whitespace-pre-line">{value}</span>
              </Fact>
            ))}
          </dl>
          <ul aria-label="What the pages say" className="flex flex-wrap gap-2">
            {businessParts.map((name) => (
              <li key={name}>
                <button type="button" className="btn btn-sm" onClick={() => business.$part.set(name)}>
                  {partNames[name]}
                </button>
              </li>
            ))}
          </ul>
          {state.isBioSample && <SampleNote of={partNames.bio} />}
        </>
      )}
    </FetchedPanel>
  );
}

function factsOf({ business }: BusinessState): [what: string, value: string][] {
  return [
    ['Name', business.siteName],
    ['Contact', business.contactEmail],
    ['Legal name', business.legalName || 'Not set'],
    ['Postal address', business.postalAddress || 'Not set'],
    ['On card statements', business.billingDescriptor],
    ['Color', business.accentHue === null ? 'Plum' : `Hue ${business.accentHue}`],
    ['Address of the site', business.publicUrl],
  ];
}
