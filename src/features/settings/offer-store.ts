import type { OfferChangeInput, OfferInput } from '../../shared/offers/offer-schema.ts';
import type { OfferAnswer, OfferVisibility } from '../../shared/offers/offer-types.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Task } from '../desk/task-runner.ts';
import {
  blankFields,
  copiedFields,
  moveRow,
  type OfferFields,
  offerFields,
  visibilityNames,
} from './offer-form.ts';

/** The typed fields, and the version seen then; no version for a new offer. */
type OfferDraft = Partial<OfferFields> & { version?: number | undefined };

/** The offer in the editor. `offer` is null for a new one, copies included. */
export interface EditedOffer {
  /** From the address: the offer's id, `new`, or `copy-` and the id of the copied offer. */
  edit: string;
  offer: OfferAnswer | null;
  stored: OfferFields;
}

/** Returns the offer that the URL's `edit` names; null if it does not exist. */
export function findEdited(edit: string, offers: readonly OfferAnswer[]): EditedOffer | null {
  if (edit === 'new') return { edit, offer: null, stored: blankFields };
  const copied = offers.find(({ id }) => edit === `copy-${id}`);
  if (copied) return { edit, offer: null, stored: copiedFields(copied) };
  const offer = offers.find(({ id }) => id === edit);
  return offer ? { edit, offer, stored: offerFields(offer) } : null;
}

/** Creates drafts and tasks of offers. Saving over a newer version is refused until the user has seen it. */
export function createOfferDesk({ api, fetching, work, drafts, toast, url, offers }: DeskBase) {
  const draftOf = (edit: string) => drafts.of<OfferDraft>(`offers/${edit}`);

  const perform = <Answer>(task: Omit<Task<Answer>, 'subject' | 'failure'>) =>
    work.perform({
      subject: 'offers',
      refresh: () => fetching.changed('offers', 'settings'),
      failure: { title: 'Update Failed', message: 'Failed to update the offers' },
      ...task,
    });

  const setVisibility = (offer: OfferAnswer, visibility: OfferVisibility): Promise<boolean> =>
    perform({
      name: `archive:${offer.id}`,
      run: () => api.changeOffer(offer.id, { visibility, version: offer.version }),
      show: (changed) =>
        toast({
          title: 'Offer Updated',
          description: `${offer.name} is now ${visibilityNames[visibility].toLowerCase()}.`,
          action: { label: 'Undo', run: () => void setVisibility(changed, offer.visibility) },
        }),
    });

  return {
    offers,
    draftOf,
    /** Marks a newer version as seen by the admin: saving replaces it. */
    takeNewest({ edit, offer }: EditedOffer) {
      if (offer) draftOf(edit).update({ version: offer.version });
    },
    async save(
      { edit, offer }: EditedOffer,
      sent: Omit<OfferChangeInput, 'version'>,
      refuse: (errors: Record<string, string>) => void,
    ): Promise<boolean> {
      const { version = offer?.version ?? 0 } = draftOf(edit).$fields.get() ?? {};
      const isSaved = await perform({
        run: () =>
          offer
            ? api.changeOffer(offer.id, { ...sent, version })
            : // The form of a new offer sends all fields.
              api.createOffer(sent as OfferInput),
        refuse,
        show: ({ name }) =>
          toast({ title: offer ? 'Offer Updated' : 'Offer Created', description: `${name} is saved.` }),
      });
      if (!isSaved) return false;
      draftOf(edit).clear();
      url.update({ edit: '' }, 'push');
      return true;
    },
    savePicture: (offer: OfferAnswer, picture: File | null): Promise<boolean> =>
      perform({
        run: () =>
          picture
            ? api.changeOfferPicture(offer.id, picture, offer.version)
            : api.changeOffer(offer.id, { picture: null, version: offer.version }),
        show: ({ name, version }) => {
          // What is typed is of this version, too.
          if (draftOf(offer.id).$fields.get()?.version === offer.version)
            draftOf(offer.id).update({ version });
          toast({ title: 'Offer Updated', description: `${name} is saved.` });
        },
      }),
    archive: (offer: OfferAnswer) => setVisibility(offer, 'archived'),
    /** @param to its new index */
    move(offer: OfferAnswer, to: number): Promise<boolean> {
      const ids = moveRow(offers.$state.get().data ?? [], offer, to).map(({ id }) => id);
      return perform({ name: `move:${offer.id}`, run: () => api.reorderOffers(ids) });
    },
  };
}
