import { atom, computed, type ReadableAtom } from 'nanostores';
import type {
  Business,
  BusinessIdentity,
  BusinessPart,
  BusinessState,
  BusinessText,
  BusinessVersion,
} from '../../shared/business.ts';
import { questionsProblem } from '../../shared/text-blocks.ts';
import { api, call } from '../api.ts';
import type { Drafts } from '../desk/draft.ts';
import type { Work } from '../desk/work.ts';
import type { Fetched, Fetching } from '../fetched.ts';
import { type FieldErrors, isFaultless } from '../field-errors.ts';
import type { showToast } from '../toasts.ts';

/** The calls about what the business says. Each may throw an ApiError. */
export interface BusinessCalls {
  read(): Promise<BusinessState>;
  changeIdentity(identity: BusinessIdentity & { version: number }): Promise<unknown>;
  changeText(name: BusinessText, json: { text: string; version: number }): Promise<unknown>;
  history(part: BusinessPart): Promise<BusinessVersion[]>;
  restore(part: BusinessPart, json: { to: number; version: number }): Promise<unknown>;
}

const parts = api.business.parts[':id'];
export const businessCalls: BusinessCalls = {
  read: () => call(api.business.$get()),
  changeIdentity: (json) => call(api.business.identity.$put({ json })),
  changeText: (id, json) => call(api.business.texts[':id'].$put({ param: { id }, json })),
  history: (id) => call(parts.history.$get({ param: { id } })),
  restore: (id, json) => call(parts.restore.$put({ param: { id }, json })),
};

/** What is written of one part, on this device; `version` is the one that it began with. */
type BusinessDraft = Record<
  'siteName' | 'contactEmail' | 'legalName' | 'postalAddress' | 'text' | 'version',
  string
>;
export type BusinessField = Exclude<keyof BusinessDraft, 'version'>;

/** A part while it is looked at and written. */
export interface BusinessEditor {
  part: BusinessPart;
  fields: BusinessDraft;
  errors: FieldErrors<BusinessField>;
  /** Whether something was typed that is not saved. */
  isChanged: boolean;
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
}

export const partNames: Record<BusinessPart, string> = {
  identity: 'Name and contact',
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
  toast: typeof showToast;
}): BusinessDesk {
  const { calls, fetching, work, drafts, toast } = dependencies;
  const state = fetching.store('business', () => work.watch(calls.read()));
  const historyOf = (part: BusinessPart) =>
    fetching.store(`business/${part}`, () => work.watch(calls.history(part)));
  const draftOf = (part: BusinessPart) => drafts.of<BusinessDraft>(`business/${part}`);
  const $part = atom<BusinessPart | null>(null);
  const $errors = atom<BusinessEditor['errors']>({});
  const $typed = atom<BusinessDraft | null>(null);
  const $editor = computed([$part, state.$state, $typed, $errors], (part, { data }, typed, errors) => {
    if (!part || !data) return null;
    return { part, fields: typed ?? fieldsOf(data, part), errors, isChanged: typed !== null };
  });

  function keep(part: BusinessPart, fields: BusinessDraft | null): void {
    if (fields) draftOf(part).write(fields);
    else draftOf(part).clear();
    if ($part.get() === part) $typed.set(fields);
  }

  /** What is to be done with the newest version of a part; whoever was slower looks at it first. */
  function perform(part: BusinessPart, name: string, run: () => Promise<unknown>, title: string) {
    return work.perform({
      subject: 'business',
      name,
      run: async () => {
        await run();
        toast({ title, description: `${partNames[part]}: the pages say it from now on.` });
        await fetching.changed('business');
      },
      failure: { title: 'Update Failed', message: 'Failed to change what the pages say' },
      onConflict: () => void takeNewest(part),
    });
  }

  /** To save once more writes over what somebody else has written: they were told of it. */
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
      const { text, version: begun, ...identity } = fields;
      const version = Number(begun);
      const send = async () => {
        await (part === 'identity'
          ? calls.changeIdentity({ ...identity, version })
          : calls.changeText(part, { text, version }));
        keep(part, null);
      };
      return perform(part, 'save', send, 'Pages Updated');
    },
    async restore(to) {
      const part = $part.get();
      const { data } = state.$state.get();
      if (!part || !data) return false;
      const version = data.versions[part];
      return perform(part, `restore:${to}`, () => calls.restore(part, { to, version }), 'Version Restored');
    },
  };
}

function fieldsOf({ business, versions }: BusinessState, part: BusinessPart): BusinessDraft {
  const { siteName, contactEmail, legalName, postalAddress }: Business = business;
  const text = part === 'identity' ? '' : business[part];
  return { siteName, contactEmail, legalName, postalAddress, text, version: String(versions[part]) };
}

function errorsOf(part: BusinessPart, fields: BusinessDraft): BusinessEditor['errors'] {
  if (part === 'identity') {
    return {
      ...(!fields.siteName.trim() && { siteName: 'The name is missing.' }),
      ...(!fields.contactEmail.trim() && { contactEmail: 'The contact address is missing.' }),
    };
  }
  if (!fields.text.trim()) return { text: 'The text is missing.' };
  const problem = part === 'faq' ? questionsProblem(fields.text) : null;
  return problem ? { text: problem } : {};
}
