import { atom, computed, type ReadableAtom } from 'nanostores';
import type {
  BusinessColours,
  BusinessIdentity,
  BusinessPart,
  BusinessState,
  BusinessText,
  BusinessVersion,
} from '../../shared/business.ts';
import { addressProblem } from '../../shared/email-address.ts';
import { descriptorPattern, descriptorRule } from '../../shared/statement-descriptor.ts';
import { questionsProblem } from '../../shared/text-blocks.ts';
import { readWholeNumber } from '../../shared/whole-number.ts';
import { api, call } from '../api.ts';
import type { Drafts } from '../desk/draft.ts';
import type { Work } from '../desk/work.ts';
import type { Fetched, Fetching } from '../fetched.ts';
import { type FieldErrors, isFaultless } from '../field-errors.ts';

/** The calls about what the business says. Each may throw an ApiError. */
export interface BusinessCalls {
  read(): Promise<BusinessState>;
  changeIdentity(identity: BusinessIdentity & { version: number }): Promise<BusinessState>;
  changeColours(colours: BusinessColours & { version: number }): Promise<BusinessState>;
  changeText(name: BusinessText, json: { text: string; version: number }): Promise<BusinessState>;
  history(part: BusinessPart): Promise<BusinessVersion[]>;
  restore(part: BusinessPart, json: { to: number; version: number }): Promise<BusinessState>;
}

const parts = api.business.parts[':id'];
export const businessCalls: BusinessCalls = {
  read: () => call(api.business.$get()),
  changeIdentity: (json) => call(api.business.identity.$put({ json })),
  changeColours: (json) => call(api.business.colours.$put({ json })),
  changeText: (id, json) => call(api.business.texts[':id'].$put({ param: { id }, json })),
  history: (id) => call(parts.history.$get({ param: { id } })),
  restore: (id, json) => call(parts.restore.$put({ param: { id }, json })),
};

/**
 * What is written of one part, on this device; `version` is the one that it began with. The hue is a number as a text,
 * or empty for the plum.
 */
type BusinessDraft = Record<keyof BusinessIdentity | 'accentHue' | 'text' | 'version', string>;
export type BusinessField = Exclude<keyof BusinessDraft, 'version'>;

/** A part while it is looked at and written. */
export interface BusinessEditor {
  part: BusinessPart;
  fields: BusinessDraft;
  errors: FieldErrors<BusinessField>;
  /** Whether something was typed that is not saved. */
  isChanged: boolean;
  /** Whether what is saved is the sample, about a reader who does not exist. */
  isSample: boolean;
}

/** What the public pages and the mails say about the business, and the changing of it. */
export interface BusinessDesk {
  readonly work: Work;
  readonly state: Fetched<BusinessState>;
  /** Null while none is open. */
  readonly $editor: ReadableAtom<BusinessEditor | null>;
  historyOf(part: BusinessPart): Fetched<BusinessVersion[]>;
  open(part: BusinessPart): void;
  close(): void;
  write(changes: Partial<Record<BusinessField, string>>): void;
  /** Forgets what was typed and not saved. */
  discard(): void;
  save(): Promise<boolean>;
  restore(version: number): Promise<boolean>;
  /** What was changed last; null while nothing was changed here. */
  readonly $publication: ReadableAtom<Publication | null>;
  /** Takes back what was changed last from here. What another session has changed since stays. */
  undo(): Promise<boolean>;
}

export interface Publication {
  part: BusinessPart;
  /** The version before it, and its own; null when there is nothing to take back. */
  undo: { to: number; version: number } | null;
}

export const partNames: Record<BusinessPart, string> = {
  identity: 'Name and contact',
  colours: 'Colors',
  bio: 'About the reader',
  faq: 'Frequently asked questions',
  terms: 'Terms',
  privacy: 'Privacy',
  refunds: 'Refunds',
};

export function createBusinessDesk(dependencies: {
  calls: BusinessCalls;
  fetching: Fetching;
  work: Work;
  drafts: Drafts;
}): BusinessDesk {
  const { calls, fetching, work, drafts } = dependencies;
  const state = fetching.store('business', () => work.watch(calls.read()));
  const historyOf = (part: BusinessPart) =>
    fetching.store(`business/${part}`, () => work.watch(calls.history(part)));
  const draftOf = (part: BusinessPart) => drafts.of<BusinessDraft>(`business/${part}`);
  const $part = atom<BusinessPart | null>(null);
  const $errors = atom<BusinessEditor['errors']>({});
  const $typed = atom<BusinessDraft | null>(null);
  const $publication = atom<Publication | null>(null);
  const $editor = computed([$part, state.$state, $typed, $errors], (part, { data }, typed, errors) => {
    if (!part || !data) return null;
    // What was typed with an older version of this program has not all fields.
    const fields = { ...fieldsOf(data, part), ...typed };
    return { part, fields, errors, isChanged: typed !== null, isSample: part === 'bio' && data.isBioSample };
  });

  function keep(part: BusinessPart, fields: BusinessDraft | null): void {
    if (fields) draftOf(part).write(fields);
    else draftOf(part).clear();
    if ($part.get() === part) $typed.set(fields);
  }

  /**
   * What is to be done with the newest version of a part; the admin who was slower looks at it first.
   *
   * @param undoTo the version that a press can take it back to
   */
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
        // What is saved next begins with this version, also before anything has been fetched again.
        await state.put(changed);
        return changed.versions[part];
      },
      refresh: () => void historyOf(part).refresh(),
      show(version) {
        const undo = undoTo === null ? null : { to: undoTo, version };
        $publication.set({ part, undo });
      },
      failure: { title: 'Update Failed', message: 'Failed to change what the pages say' },
      onConflict: () => void takeNewest(part),
    });
  }

  /** To save once more writes over what another admin has written: the dialog has said so. */
  async function takeNewest(part: BusinessPart): Promise<void> {
    await fetching.changed('business');
    const { data } = state.$state.get();
    const typed = draftOf(part).$fields.get();
    if (data && typed) keep(part, { ...typed, version: String(data.versions[part]) });
  }

  return {
    work,
    state,
    $editor,
    $publication,
    historyOf,
    open(part) {
      $errors.set({});
      $typed.set(draftOf(part).$fields.get());
      $part.set(part);
    },
    close: () => $part.set(null),
    write(changes) {
      const editor = $editor.get();
      if (!editor) return;
      $errors.set({});
      keep(editor.part, { ...editor.fields, ...changes });
    },
    discard() {
      const part = $part.get();
      $errors.set({});
      if (part) keep(part, null);
    },
    async save() {
      const editor = $editor.get();
      if (!editor) return false;
      const { part, fields } = editor;
      const errors = errorsOf(part, fields);
      $errors.set(errors);
      if (!isFaultless(errors)) return false;
      const { text, version: begun, accentHue, ...identity } = fields;
      const version = Number(begun);
      const send = () => {
        if (part === 'identity') return calls.changeIdentity({ ...identity, version });
        if (part !== 'colours') return calls.changeText(part, { text, version });
        return calls.changeColours({ accentHue: readWholeNumber(accentHue), version });
      };
      const isSaved = await perform(part, 'save', send, version);
      if (isSaved) keep(part, null);
      return isSaved;
    },
    async undo() {
      const { part, undo } = $publication.get() ?? {};
      if (!part || !undo) return false;
      return perform(part, 'undo', () => calls.restore(part, undo), null);
    },
    async restore(to) {
      const part = $part.get();
      const { data } = state.$state.get();
      if (!part || !data) return false;
      const version = data.versions[part];
      return perform(part, `restore:${to}`, () => calls.restore(part, { to, version }), version);
    },
  };
}

function fieldsOf({ business, versions }: BusinessState, part: BusinessPart): BusinessDraft {
  const { siteName, contactEmail, legalName, postalAddress, billingDescriptor } = business;
  return {
    ...{ siteName, contactEmail, legalName, postalAddress, billingDescriptor },
    accentHue: business.accentHue === null ? '' : String(business.accentHue),
    text: part === 'identity' || part === 'colours' ? '' : business[part],
    version: String(versions[part]),
  };
}

function errorsOf(part: BusinessPart, fields: BusinessDraft): BusinessEditor['errors'] {
  if (part === 'identity') {
    const contactEmail = addressProblem('The contact address', fields.contactEmail);
    return {
      ...(!fields.siteName.trim() && { siteName: 'The name is missing.' }),
      ...(contactEmail && { contactEmail }),
      ...(!descriptorPattern.test(fields.billingDescriptor.trim()) && {
        billingDescriptor: `This ${descriptorRule}.`,
      }),
    };
  }
  if (part === 'colours') {
    const hue = readWholeNumber(fields.accentHue) ?? 0;
    return hue >= 0 && hue <= 359
      ? {}
      : { accentHue: 'Please enter a whole number from 0 to 359, or leave it empty for plum.' };
  }
  if (!fields.text.trim()) return { text: 'The text is missing.' };
  const problem = part === 'faq' ? questionsProblem(fields.text) : null;
  return problem ? { text: problem } : {};
}
