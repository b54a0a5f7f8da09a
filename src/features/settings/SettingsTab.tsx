import { useStore } from '@nanostores/react';
import type { WritableAtom } from 'nanostores';
import { type ReactNode, useEffect, useRef } from 'react';
import { DeskPart } from '../../ui/errors/DeskPart.tsx';
import { lazyPart } from '../../ui/errors/lazy-part.tsx';
import { InnerLink, Skeleton } from '../../ui/pieces.tsx';
import { useDeskBase } from '../desk/desk-hooks.ts';
import { PeopleCard } from '../people/PeopleCard.tsx';
import { AftercareCard } from './AftercareCard.tsx';
import { CalendarCard } from './CalendarCard.tsx';
import { CurrencyCard, ShopSection } from './ShopSection.tsx';
import { MailsCard, PaymentCard, ReaderViewCard } from './SwitchCards.tsx';
import { type SettingsSection, settingsSections } from './sections.ts';

const loading = <Skeleton label="Loading" className="h-96" />;
const OffersSection = lazyPart(() => import('./OffersSection.tsx'), 'OffersSection', loading);
const HealthSection = lazyPart(() => import('../system/SystemSection.tsx'), 'SystemSection', loading);
const PrivacySection = lazyPart(() => import('../system/PrivacySection.tsx'), 'PrivacySection', loading);
const CodesSection = lazyPart(() => import('../system/CodesSection.tsx'), 'CodesSection', loading);
const TaxSection = lazyPart(() => import('../system/TaxSection.tsx'), 'TaxSection', loading);
const HistorySection = lazyPart(() => import('../system/HistorySection.tsx'), 'HistorySection', loading);

/** Each page: its name, and what it is for in a line. */
const pages: Record<SettingsSection, [name: string, line: string]> = {
  shop: ['Shop', 'What a reading costs, your password, and what customers see of the business.'],
  offers: ['Offers', 'What you sell, in the order in which customers see it.'],
  codes: ['Codes', 'Promotion codes that take something off an order.'],
  delivery: ['Delivery', 'The days on which you work, how many orders you take, and when sales pause.'],
  aftercare: ['After the order', 'Whether customers can withdraw, and what they say about their readings.'],
  people: ['People', 'Who works here, and what readers see.'],
  mail: ['Mail & payments', 'Which emails are sent, and how customers pay.'],
  tax: ['Tax', 'What receipts say about tax, and the receipts of a month for your accountant.'],
  health: ['Backups & health', 'Copies of the database, and a check of everything the shop depends on.'],
  privacy: ['Privacy', 'What is kept of customers and how long; export or erase one customer’s data.'],
  history: ['History', 'Who changed what, and when.'],
};

/** As the user who started the service runs them. */
export type Commands = { doctor: string; stripeSetUp: string };

/** `$isSectionWanted`: whether the heading of the section gets the focus. */
type SettingsTabProps = { commands: Commands; $isSectionWanted: WritableAtom<boolean> };

export function SettingsTab({ commands, $isSectionWanted }: SettingsTabProps) {
  const { url } = useDeskBase();
  const { section: named } = useStore(url.$parameters);
  // Bookmarks from when it was called "The service".
  const wanted = named === 'service' ? 'health' : named;
  const chosen = settingsSections.find((section) => section === wanted) ?? 'shop';
  const isWanted = useStore($isSectionWanted);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    $isSectionWanted.set(false);
    heading.current?.focus();
  }, [isWanted, $isSectionWanted]);
  const [name, line] = pages[chosen];
  const contents: Record<SettingsSection, ReactNode> = {
    shop: <ShopSection />,
    offers: <OffersSection />,
    codes: <CodesSection />,
    delivery: <CalendarCard />,
    aftercare: <AftercareCard />,
    people: (
      <div className={columns}>
        <PeopleCard />
        <ReaderViewCard />
      </div>
    ),
    mail: (
      <div className={columns}>
        <MailsCard />
        <PaymentCard stripeSetUp={commands.stripeSetUp} />
        <CurrencyCard />
      </div>
    ),
    tax: <TaxSection />,
    health: <HealthSection doctor={commands.doctor} />,
    privacy: <PrivacySection />,
    history: <HistorySection />,
  };
  return (
    <section aria-label="Settings">
      <nav aria-label="Settings" className="-mx-2 mb-3 flex flex-wrap">
        {settingsSections.map((section) => (
          <InnerLink
            key={section}
            href={section === 'shop' ? '?tab=settings' : `?tab=settings&section=${section}`}
            onFollow={() => url.update({ section: section === 'shop' ? '' : section, edit: '' }, 'push')}
            aria-current={section === chosen ? 'page' : undefined}
            className="rounded-field px-2 py-1.5 text-sm font-semibold sm:text-base text-quiet hover:text-base-content aria-[current]:text-base-content aria-[current]:underline aria-[current]:decoration-primary aria-[current]:decoration-2 aria-[current]:underline-offset-8"
          >
            {pages[section][0]}
          </InnerLink>
        ))}
      </nav>
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        {name}
      </h2>
      <p className="mb-4 text-quiet">{line}</p>
      <DeskPart key={chosen} name="settings">
        {contents[chosen]}
      </DeskPart>
    </section>
  );
}

const columns = 'grid items-start gap-6 md:grid-cols-2';
