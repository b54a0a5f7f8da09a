import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { formatAmount, shopMoney } from '../../lib/format.ts';
import type { OfferAnswer } from '../../shared/offers/offer-types.ts';
import { turnaroundText } from '../../shared/offers/quote.ts';
import { Button } from '../../ui/Button.tsx';
import { FetchedSection, WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { MoveButtons } from '../../ui/MoveButtons.tsx';
import { Badge, InnerLink } from '../../ui/pieces.tsx';
import { useDeskBase, useDeskStore, useRefreshOnMount, useRunning } from '../desk/desk-hooks.ts';
import { OfferEditor } from './OfferEditor.tsx';
import { visibilityNames } from './offer-form.ts';
import { createOfferDesk, findEdited } from './offer-store.ts';

/** Shows the list of offers, or the editor of the one named in the address. */
export function OffersSection() {
  const { offers } = useDeskStore(createOfferDesk);
  const { edit = '' } = useStore(useDeskBase().url.$parameters);
  // Another admin may have changed them.
  useRefreshOnMount(offers);
  useFocusOnReturn(edit);
  if (edit === '') return <OfferList />;
  return (
    <WhenFetched fetched={offers} what="offers" height="h-96">
      {(listed) => {
        const edited = findEdited(edit, listed);
        return edited ? <OfferEditor key={edit} edited={edited} /> : <OfferList />;
      }}
    </WhenFetched>
  );
}

const editLinkId = (edit: string) => `edit-offer-${edit}`;

/** Returns the focus, after the editor closes, to the link that opened it. */
function useFocusOnReturn(edit: string): void {
  const before = useRef('');
  useEffect(() => {
    if (edit === '' && before.current) document.getElementById(editLinkId(before.current))?.focus();
    before.current = edit;
  }, [edit]);
}

function OfferList() {
  const { offers } = useDeskStore(createOfferDesk);
  const [said, setSaid] = useState('');
  return (
    <FetchedSection
      title="Your offers"
      isTitled={false}
      fetched={offers}
      what="offers"
      foot={
        <div>
          <EditLink edit="new" className="btn btn-primary">
            New offer
          </EditLink>
        </div>
      }
    >
      {(listed) => (
        <>
          <ol className="divide-y divide-base-300">
            {listed.map((offer, place) => (
              <OfferRow key={offer.id} offer={offer} place={place} count={listed.length} onMoved={setSaid} />
            ))}
          </ol>
          <p role="status" className="sr-only">
            {said}
          </p>
        </>
      )}
    </FetchedSection>
  );
}

function OfferRow(props: {
  offer: OfferAnswer;
  place: number;
  count: number;
  onMoved: (said: string) => void;
}) {
  const { offer, place, count, onMoved } = props;
  const { id, slug, name, price, days, visibility, returningOnly } = offer;
  const desk = useDeskStore(createOfferDesk);
  const running = useRunning('offers');

  async function move(to: number) {
    const isMoved = await desk.move(offer, to);
    if (isMoved) onMoved(`${name} is now number ${to + 1} of ${count}.`);
    return isMoved;
  }

  const address = `/readings/${slug}`;
  return (
    <li tabIndex={-1} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <span className="font-semibold wrap-anywhere">{name}</span>{' '}
        <Badge tone={visibility === 'shown' ? 'success' : 'neutral'}>{visibilityNames[visibility]}</Badge>{' '}
        {returningOnly && <Badge tone="neutral">Returning customers</Badge>}
        <p className="text-sm text-quiet">
          {`${formatAmount(price, shopMoney().currency)} · ${turnaroundText(days)}`}
          {visibility !== 'archived' && (
            <>
              {' · '}
              <a href={address} className="text-link wrap-anywhere">
                {address}
              </a>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-1 sm:gap-2">
        {count > 1 && (
          <MoveButtons name={name} place={place} count={count} isBusy={running !== undefined} onMove={move} />
        )}
        <EditLink edit={id} aria-label={`Edit: ${name}`}>
          Edit
        </EditLink>
        <EditLink edit={`copy-${id}`} aria-label={`Duplicate: ${name}`}>
          Duplicate
        </EditLink>
        {visibility !== 'archived' && (
          <Button
            task={`archive:${id}`}
            busyLabel="Archiving…"
            running={running}
            aria-label={`Archive: ${name}`}
            onClick={() => void desk.archive(offer)}
          >
            Archive
          </Button>
        )}
      </div>
    </li>
  );
}

type EditLinkProps = Omit<React.ComponentProps<'a'>, 'href' | 'id'> & { edit: string };

function EditLink({ edit, ...link }: EditLinkProps) {
  const { url } = useDeskBase();
  return (
    <InnerLink
      className="btn btn-sm"
      {...link}
      id={editLinkId(edit)}
      href={`?tab=settings&section=offers&edit=${edit}`}
      onFollow={() => url.update({ section: 'offers', edit }, 'push')}
    />
  );
}
