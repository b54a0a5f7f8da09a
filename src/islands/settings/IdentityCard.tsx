import type { SiteIdentity } from '../../shared/site.ts';

/** Who the business is for its customers: shown, and changed where the service is configured. */
export function IdentityCard({ site }: { site: SiteIdentity }) {
  const facts: [what: string, value: string, variable: string][] = [
    ['Name', site.siteName, 'SITE_NAME'],
    ['Contact', site.contactEmail, 'CONTACT_EMAIL'],
    ['On card statements', site.billingDescriptor, 'BILLING_DESCRIPTOR'],
    ['Address of the site', site.publicUrl, 'PUBLIC_URL'],
  ];
  return (
    <section aria-labelledby="identity-heading" className="panel grid gap-4 p-4 sm:p-6">
      <h3 id="identity-heading" className="text-lg">
        Business Identity
      </h3>
      <dl className="grid gap-3">
        {facts.map(([what, value, variable]) => (
          <div key={variable} className="min-w-0">
            <dt className="text-sm text-quiet">
              {what} (<code>{variable}</code>)
            </dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-quiet">
        These stand in the environment the service is started and built with, together with the text about the
        reader (<code>READER_BIO</code>) and the business days (<code>BUSINESS_TIMEZONE</code>).
      </p>
    </section>
  );
}
