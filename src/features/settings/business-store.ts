import { atom } from 'nanostores';
import {
  type BusinessColors,
  type BusinessIdentity,
  type BusinessPart,
  type BusinessState,
  type BusinessText,
  changeColorsSchema,
  changeTextSchema,
  identitySchema,
  isText,
  textProblem,
} from '../../shared/shop/business-schema.ts';
import { readWholeNumber } from '../../shared/typed-numbers.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import { sampleHint } from './offer-form.ts';

/** The form fields of a part of the business. The hue is a number as text, blank for plum. */
export type BusinessFields = Record<keyof BusinessIdentity | 'accentHue' | 'text', string>;

type BusinessDraft = Partial<BusinessFields> & { version: string };

type BusinessChange = BusinessIdentity | BusinessColors | { text: string } | { picture: File | null };

/** The last change. `undo` has the version before the change and the new one. */
type Publication = { part: BusinessPart; undo: { to: number; version: number } | null };

/** Creates store, drafts, and tasks of the business data. The first save over a newer version is refused. */
export function createBusinessDesk({ api, fetching, work, drafts }: DeskBase) {
  const state = fetching.store('business', () => api.business());
  const historyOf = (part: BusinessPart) =>
    fetching.store(`business/${part}`, () => api.businessHistory(part));
  const draftOf = (part: BusinessPart) => drafts.of<BusinessDraft>(`business/${part}`);
  const $text = atom<BusinessText>('bio');
  const $publication = atom<Publication | null>(null);

  const versionOf = (part: BusinessPart) => state.$state.get().data?.versions[part] ?? 0;

  function perform(
    part: BusinessPart,
    name: string,
    run: () => Promise<BusinessState>,
    undoTo: number | null,
  ): Promise<boolean> {
    return work.perform({
      subject: 'business',
      name,
      run: async () => {
        const changed = await run();
        // The next change starts from this version, even before anything is refetched.
        await state.put(changed);
        return changed.versions[part];
      },
      refresh: () => void historyOf(part).refresh(),
      show: (version) => $publication.set({ part, undo: undoTo === null ? null : { to: undoTo, version } }),
      failure: { title: 'Update Failed', message: 'Failed to update the site text' },
      onConflict: () => void takeNewest(part),
    });
  }

  /** Marks a conflict as seen by the admin: saving again replaces the newest version. */
  async function takeNewest(part: BusinessPart): Promise<void> {
    await fetching.changed('business');
    draftOf(part).update({ version: String(versionOf(part)) });
  }

  return {
    state,
    /** The text open in the settings. */
    $text,
    $publication,
    historyOf,
    draftOf,
    save(part: BusinessPart, change: BusinessChange): Promise<boolean> {
      const version = Number(draftOf(part).$fields.get()?.version ?? versionOf(part));
      const send = () => {
        if ('picture' in change) return api.changeLogo(change.picture, version);
        if ('text' in change) return api.changeText(part as BusinessText, { ...change, version });
        if ('accentHue' in change) return api.changeColors({ ...change, version });
        return api.changeIdentity({ ...change, version });
      };
      return perform(part, 'save', send, version);
    },
    async undo() {
      const { part, undo } = $publication.get() ?? {};
      return part && undo ? perform(part, 'undo', () => api.restoreBusiness(part, undo), null) : false;
    },
    restore(part: BusinessPart, to: number): Promise<boolean> {
      const version = versionOf(part);
      return perform(part, `restore:${to}`, () => api.restoreBusiness(part, { to, version }), version);
    },
  };
}

/** Returns the form fields of any part; `text` is empty for identity and colors, `accentHue` for the default. */
export function businessFields({ business }: BusinessState, part: BusinessPart): BusinessFields {
  const { siteName, contactEmail, legalName, postalAddress, billingDescriptor } = business;
  return {
    ...{ siteName, contactEmail, legalName, postalAddress, billingDescriptor },
    accentHue: String(business.accentHue ?? ''),
    text: isText(part) ? business[part] : '',
  };
}

/** Returns the change to send for a part of the business: all its fields, changed or not. */
export function toBusinessChange(
  part: BusinessPart,
  { text, accentHue, ...identity }: BusinessFields,
): BusinessChange {
  if (part === 'identity') return identity;
  return part === 'colours' ? { accentHue: readWholeNumber(accentHue) } : { text };
}

const textSchema = changeTextSchema.omit({ version: true });
const colorsSchema = changeColorsSchema.omit({ version: true });

/** Returns the schema of a part's form, without the version. A text must also suit its page. */
export function schemaOf(part: BusinessPart) {
  if (part === 'identity') return identitySchema;
  if (part === 'colours') return colorsSchema;
  return textSchema.superRefine(({ text }, context) => {
    const message = textProblem(part, text);
    if (message) context.addIssue({ code: 'custom', path: ['text'], message });
  });
}

const legalHint = 'A blank line starts a new paragraph, ## a heading and - a list item.';

/** Hints on where each text is shown and how to format it. */
export const textHints: Record<BusinessText, string> = {
  headline: 'At the top of the home page.',
  tagline: 'Below the headline, and in search results.',
  benefits: 'Write one to four lines that start with ##, each with a sentence below it.',
  sample: sampleHint,
  faq: 'A line that starts with ## is a question; the text below it is the answer.',
  ...{ bio: legalHint, terms: legalHint, privacy: legalHint, refunds: legalHint },
};
