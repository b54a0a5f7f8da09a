import { useStore } from '@nanostores/react';
import type { WritableAtom } from 'nanostores';
import { Activity, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { DeskPart } from '../../ui/errors/DeskPart.tsx';
import { lazyPart } from '../../ui/errors/lazy-part.tsx';
import { Chevron } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/pieces.tsx';
import { useDeskBase } from '../desk/desk-hooks.ts';
import { PeopleCard } from '../people/PeopleCard.tsx';
import { AftercareCard } from './AftercareCard.tsx';
import { ClosedDays, QueueCard } from './CalendarCard.tsx';
import { ShopSection } from './ShopSection.tsx';
import { MailsCard, ReaderViewCard, WaysToPayCard } from './SwitchCards.tsx';
import { findPart, type SettingsPart, settingsGroups, settingsParts } from './sections.ts';

const loading = <Skeleton label="Loading" className="h-96" />;
const IdentitySection = lazyPart(() => import('./BusinessSection.tsx'), 'IdentitySection', loading);
const TextsSection = lazyPart(() => import('./BusinessSection.tsx'), 'TextsSection', loading);
const OffersSection = lazyPart(() => import('./OffersSection.tsx'), 'OffersSection', loading);
const CurrencyCard = lazyPart(() => import('./CurrencyCard.tsx'), 'CurrencyCard', loading);
const HealthSection = lazyPart(() => import('../system/SystemSection.tsx'), 'SystemSection', loading);
const PrivacySection = lazyPart(() => import('../system/PrivacySection.tsx'), 'PrivacySection', loading);
const CodesSection = lazyPart(() => import('../system/CodesSection.tsx'), 'CodesSection', loading);
const TaxSection = lazyPart(() => import('../system/TaxSection.tsx'), 'TaxSection', loading);
const HistorySection = lazyPart(() => import('../system/HistorySection.tsx'), 'HistorySection', loading);

/** Shell commands shown to the user who runs the service. */
export type Commands = { doctor: string; stripeSetUp: string };

/** `$isSectionWanted`: whether the section named in the address gets the focus. */
type SettingsTabProps = { commands: Commands; $isSectionWanted: WritableAtom<boolean> };

export function SettingsTab({ commands, $isSectionWanted }: SettingsTabProps) {
  const named = findPart(useStore(useDeskBase().url.$parameters).section);
  const isWanted = useStore($isSectionWanted);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    $isSectionWanted.set(false);
    if (!named) heading.current?.focus();
  }, [isWanted, named, $isSectionWanted]);
  const contents: Record<SettingsPart, ReactNode> = {
    identity: <IdentitySection />,
    texts: <TextsSection />,
    offers: <OffersSection />,
    codes: <CodesSection />,
    money: (
      <div className="grid items-start gap-x-10 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
        <CurrencyCard />
        <TaxSection />
      </div>
    ),
    delivery: <QueueCard />,
    closed: <ClosedDays />,
    aftercare: <AftercareCard />,
    mail: <MailsCard />,
    people: <PeopleCard />,
    readers: <ReaderViewCard />,
    payment: <WaysToPayCard stripeSetUp={commands.stripeSetUp} />,
    health: <HealthSection doctor={commands.doctor} />,
    privacy: <PrivacySection />,
    history: <HistorySection />,
  };
  return (
    <section aria-label="Settings" className="grid gap-8">
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        Settings
      </h2>
      <ShopSection />
      {settingsGroups.map(([group, parts]) => (
        <section key={group} aria-labelledby={`settings-${group}`}>
          <h2 id={`settings-${group}`} className="mb-3 text-2xl">
            {group}
          </h2>
          <ul className="grid gap-2">
            {parts.map((part) => (
              <PartCard key={part} part={part} isNamed={part === named} isWanted={isWanted}>
                {contents[part]}
              </PartCard>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

type PartCardProps = { part: SettingsPart; isNamed: boolean; isWanted: boolean; children: ReactNode };

/** Renders a card whose name opens and closes it. It also opens when the address names it. */
function PartCard({ part, isNamed, isWanted, children }: PartCardProps) {
  const { url } = useDeskBase();
  const { title, line } = settingsParts[part];
  /** Null until it is opened. */
  const [mode, setMode] = useState<'visible' | 'hidden' | null>(null);
  const isOpen = mode === 'visible';
  const button = useRef<HTMLButtonElement>(null);
  const arrive = useEffectEvent((wantsFocus: boolean) => {
    // Opened by a press, it stays in place.
    if (!isOpen) button.current?.scrollIntoView();
    if (wantsFocus) button.current?.focus();
    setMode('visible');
  });
  useEffect(() => {
    if (isNamed) arrive(isWanted);
  }, [isNamed, isWanted]);

  function toggle() {
    setMode(isOpen ? 'hidden' : 'visible');
    if (!isOpen) url.update({ section: part });
    else if (isNamed) url.update({ section: '', edit: '' });
  }

  return (
    <li className="panel min-w-0">
      <div className="relative grid grid-cols-[1fr_auto] items-center gap-x-4 px-4 py-3 sm:grid-cols-[16rem_1fr_auto] sm:px-6">
        <h3>
          <Button
            ref={button}
            className="cursor-pointer scroll-mt-6 text-left text-xl after:absolute after:inset-0"
            aria-expanded={isOpen}
            aria-controls={`settings-${part}`}
            onClick={toggle}
          >
            {title}
          </Button>
        </h3>
        <p className="text-sm text-quiet max-sm:col-span-2 max-sm:row-start-2">{line}</p>
        <Chevron isUp={isOpen} />
      </div>
      <div id={`settings-${part}`} className={isOpen ? 'border-t border-base-300 p-4 sm:p-6' : undefined}>
        {/* Closed, it keeps what is typed. */}
        {mode && (
          <Activity mode={mode}>
            <DeskPart name="settings">{children}</DeskPart>
          </Activity>
        )}
      </div>
    </li>
  );
}
