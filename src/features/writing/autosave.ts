import { atom } from 'nanostores';
import { ApiError, errorMessage } from '../../lib/answers.ts';
import type { Draft } from '../../lib/kept-text.ts';
import type { SavedDraft } from '../../shared/readings/reading-schema.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import type { TaskRunner } from '../desk/task-runner.ts';
import { parseCards, serializeCards } from '../readings/cards/serialize-cards.ts';
import type { ReadingDraft } from '../readings/reading-store.ts';

/** A draft on this device, with the server's version it is based on. `isSaved`: the server has the same text. */
export type WritingDraft = ReadingDraft & { version: string; isSaved: '' | 'yes' };

/** Creates the draft of a text that the server does not have yet. */
export function newWritingDraft({ content, cards }: ReadingDraft): WritingDraft {
  return { content, ...(cards !== undefined && { cards }), version: '0', isSaved: '' };
}

export type SaveState =
  | { name: 'untouched' | 'loading' | 'saving' }
  | ({ name: 'saved' } & SavedDraft)
  | { name: 'unsaved'; problem: string }
  /** Another window or device has saved a different text. */
  | { name: 'conflict'; theirs: SavedDraft }
  /** The order is no longer this reader's; `why` is a sentence. */
  | { name: 'ended'; why: string };

export type Autosave = ReturnType<typeof createAutosave>;

/** The pause in typing after which a text is saved, and the maximum wait. */
const pauseMs = 1_500;
const maxWaitMs = 5_000;
const retryAfterMs = 5_000;

/** Creates a draft's autosave. It saves 1.5 s after the last key, or every 5 s; retries, but stops at a conflict. */
export function createAutosave(
  { api, work, now }: { api: Pick<StaffApi, 'draft' | 'saveDraft'>; work: TaskRunner; now: () => number },
  { orderId, draft, onGone }: { orderId: string; draft: Draft<WritingDraft>; onGone: () => void },
) {
  const $state = atom<SaveState>({ name: 'untouched' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  /** The last text sent without an answer: the server may have it. */
  let unanswered: ReadingDraft | null = null;
  let unsavedSince: number | null = null;
  let isOver = false;

  const typed = () => draft.$fields.get();
  const isDirty = () => typed() !== null && typed()?.isSaved !== 'yes';
  const isHalted = () => isOver || ['conflict', 'ended'].includes($state.get().name);

  /** Runs one call at a time: the answer to an overtaken call would be outdated. */
  function oneAtATime(step: () => Promise<void>): Promise<void> {
    clearTimeout(timer);
    unsavedSince = null;
    const turn = (running ? running.then(step) : step()).finally(() => {
      if (running === turn) running = null;
    });
    running = turn;
    return turn;
  }

  async function call<Answer>(
    name: 'loading' | 'saving',
    asked: () => Promise<Answer>,
    use: (answer: Answer) => void,
  ): Promise<void> {
    $state.set({ name });
    const sent = name === 'saving' ? typed() : null;
    try {
      const answer = await work.watch(asked());
      if (!isOver) use(answer);
    } catch (error) {
      if (sent && isTemporary(error)) unanswered = sent;
      if (!isOver) await fail(error);
    }
  }

  async function fail(error: unknown): Promise<void> {
    const { status = 0, code = '' } = error instanceof ApiError ? error : {};
    if (code === 'draft_conflict') return loadOnce();
    if (status === 404 || status === 409) {
      $state.set({ name: 'ended', why: errorMessage(error, 'You can no longer write for this order.') });
      onGone();
      return;
    }
    $state.set({ name: 'unsaved', problem: errorMessage(error, 'The server gave no reason.') });
    if (isTemporary(error)) wait(retryAfterMs, resume);
  }

  function wait(milliseconds: number, next: () => unknown): void {
    clearTimeout(timer);
    timer = setTimeout(next, milliseconds);
  }

  function schedule(): void {
    if (isHalted()) return;
    unsavedSince ??= now();
    wait(Math.max(0, Math.min(pauseMs, unsavedSince + maxWaitMs - now())), save);
  }

  function resume(): void {
    if (isDirty()) void save();
    else if ($state.get().name === 'unsaved') void load();
  }

  const save = () => oneAtATime(async () => (isDirty() ? saveOnce() : undefined));

  async function saveOnce(): Promise<void> {
    const sent = typed();
    if (!sent || isHalted()) return;
    const { content, cards } = sent;
    const text = { content, ...(cards !== undefined && { cards: parseCards(cards) }) };
    const send = () => api.saveDraft(orderId, { ...text, version: Number(sent.version) || 0 });
    await call('saving', send, (saved) => {
      const mine = typed();
      if (!mine) return;
      const isSame = isSameText(mine, sent);
      draft.update({ version: String(saved.version), isSaved: isSame ? 'yes' : '' });
      $state.set({ name: 'saved', ...saved });
      if (!isSame) schedule();
    });
  }

  /** Compares with the server's draft: saves this device's unsaved text, or asks which to keep. */
  const load = () => oneAtATime(loadOnce);
  const loadOnce = () => call('loading', () => api.draft(orderId), compare);

  function compare(theirs: SavedDraft | null): void {
    const mine = typed();
    if (!mine || !isDirty()) {
      if (theirs) take(theirs);
      else {
        // The server no longer has the draft, so it was submitted from elsewhere.
        draft.clear();
        $state.set({ name: 'untouched' });
      }
    } else if (!theirs) replace(0);
    else if (isSameText(mine, textOf(theirs))) take(theirs);
    else if (isFromHere(mine, theirs) || isBlank(textOf(theirs))) replace(theirs.version);
    else if (isBlank(mine)) take(theirs);
    else $state.set({ name: 'conflict', theirs });
  }

  function isFromHere(mine: WritingDraft, theirs: SavedDraft): boolean {
    const isAnswerLost = unanswered !== null && isSameText(unanswered, textOf(theirs));
    return Number(mine.version) === theirs.version || isAnswerLost;
  }

  function take(theirs: SavedDraft): void {
    draft.write({ ...textOf(theirs), version: String(theirs.version), isSaved: 'yes' });
    $state.set({ name: 'saved', ...theirs });
  }

  /** Saves this device's text over the given server version. */
  function replace(version: number): void {
    draft.update({ version: String(version), isSaved: '' });
    $state.set({ name: 'untouched' });
    void save();
  }

  return {
    $state,
    load,
    resume,
    write(fields: ReadingDraft): void {
      const { version = '0', cards } = typed() ?? {};
      draft.write({ ...newWritingDraft({ cards, ...fields }), version });
      const { name } = $state.get();
      // A problem or a conflict stays on screen.
      if (name === 'saved' || name === 'untouched') $state.set({ name: 'saving' });
      schedule();
    },
    /** Saves at once. @returns false if another window saved a different text, or the order is gone */
    async flush(): Promise<boolean> {
      // Even a saved draft: another window may have saved since.
      await oneAtATime(saveOnce);
      await running;
      return !isHalted();
    },
    keepMine(): void {
      const state = $state.get();
      if (state.name === 'conflict') replace(state.theirs.version);
    },
    takeTheirs(): void {
      const state = $state.get();
      if (state.name === 'conflict') take(state.theirs);
    },
    end(): void {
      isOver = true;
      clearTimeout(timer);
      draft.clear();
      $state.set({ name: 'untouched' });
    },
  };
}

export function isBlank({ content, cards }: ReadingDraft): boolean {
  return !content.trim() && !cards;
}

/** Returns a text from the server as a draft, with serialized cards. */
export function textOf({ content, cards }: Pick<SavedDraft, 'content' | 'cards'>): ReadingDraft {
  return { content, cards: serializeCards(cards) };
}

function isTemporary(error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  return status === 0 || status === 429 || status >= 500;
}

/** Returns whether two drafts have the same text and cards; missing cards equal any. */
export function isSameText(a: ReadingDraft, b: ReadingDraft): boolean {
  const areSameCards = a.cards === undefined || b.cards === undefined || a.cards === b.cards;
  return a.content === b.content && areSameCards;
}
