import type { ReactNode } from 'react';
import type { BusinessIdentity } from '../../shared/business.ts';
import { PreviewFold } from './PreviewFold.tsx';

/** Who the business is, as it is named wherever customers meet it. */
export function IdentityPreview({ identity }: { identity: BusinessIdentity }) {
  const { siteName, contactEmail, legalName, postalAddress, billingDescriptor } = identity;
  return (
    <PreviewFold>
      <Place where="At the head and the foot of each page, and in emails">
        <p className="font-display text-xl font-medium wrap-anywhere">{siteName}</p>
        <p>
          Questions? Write to{' '}
          <span className="wrap-anywhere text-primary underline underline-offset-4">{contactEmail}</span>
        </p>
      </Place>
      <Place where="Above the terms and on receipts">
        <p className="as-typed wrap-anywhere">
          {[legalName.trim() || siteName, postalAddress.trim()].filter(Boolean).join('\n')}
        </p>
      </Place>
      <Place where="On card statements, behind your prefix">
        <p className="wrap-anywhere">{billingDescriptor}</p>
      </Place>
    </PreviewFold>
  );
}

function Place({ where, children }: { where: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="font-sans text-sm tracking-normal text-quiet">{where}</h3>
      {children}
    </section>
  );
}
