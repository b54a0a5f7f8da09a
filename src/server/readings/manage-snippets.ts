import { type Queryable, writeTransaction } from '../../../db/client.ts';
import { limits } from '../../shared/limits.ts';
import type { Snippet, SnippetChange, SnippetInput } from '../../shared/readings/snippet-schema.ts';
import { foldText } from '../../shared/text.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import {
  countSnippets,
  deleteSnippetRow,
  findSnippet,
  listSnippetsFor,
  type SnippetRow,
  storeSnippet,
} from './snippet-repository.ts';

/** Returns the user's own snippets and the shared ones, by title. */
export function listSnippets(context: Context, user: SignedIn): Snippet[] {
  return listSnippetsFor(context.db, user.id)
    .map((row) => ({ row, key: foldText(row.title) }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ row }) => presentSnippet(row, user));
}

/** Stores a snippet. @throws {DomainError} `forbidden` if a reader would share it; `snippet_conflict` at the limit */
export async function createSnippet(context: Context, user: SignedIn, input: SnippetInput): Promise<Snippet> {
  return writeTransaction(context.db, (tx) => {
    const { title, text } = input;
    const row = { id: context.random.newId(), ownerId: ownerOf(user, input), title, text };
    refuseWithoutRoom(tx, row.ownerId);
    storeSnippet(tx, row);
    return presentSnippet(row, user);
  });
}

/** Changes a snippet. @throws {DomainError} `snippet_not_found`, `snippet_conflict`; `forbidden`: shared, by reader */
export async function changeSnippet(
  context: Context,
  user: SignedIn,
  id: string,
  { title, text, isShared }: SnippetChange,
): Promise<Snippet> {
  return writeTransaction(context.db, (tx) => {
    const before = findSnippetOf(tx, user, id);
    const ownerId = isShared === undefined ? before.ownerId : ownerOf(user, { isShared });
    const row = { id, ownerId, title, text };
    if (row.ownerId !== before.ownerId) refuseWithoutRoom(tx, row.ownerId);
    storeSnippet(tx, row);
    return presentSnippet(row, user);
  });
}

/** Deletes a snippet. @throws {DomainError} `snippet_not_found`; `forbidden`: shared, by reader */
export async function deleteSnippet(context: Context, user: SignedIn, id: string): Promise<void> {
  await writeTransaction(context.db, (tx) => deleteSnippetRow(tx, findSnippetOf(tx, user, id).id));
}

function findSnippetOf(db: Queryable, user: SignedIn, id: string): SnippetRow {
  const row = findSnippet(db, id);
  if (!row || (row.ownerId !== null && row.ownerId !== user.id)) {
    throw new DomainError('snippet_not_found', 'This snippet no longer exists.');
  }
  if (!mayChange(row, user)) {
    throw new DomainError('forbidden', 'This snippet is shared. Only an admin can change it.');
  }
  return row;
}

function mayChange({ ownerId }: SnippetRow, user: SignedIn): boolean {
  return ownerId === user.id || user.role === 'admin';
}

function ownerOf(user: SignedIn, { isShared }: Pick<SnippetInput, 'isShared'>): string | null {
  if (isShared && user.role !== 'admin')
    throw new DomainError('forbidden', 'Only an admin can share snippets.');
  return isShared ? null : user.id;
}

function refuseWithoutRoom(db: Queryable, ownerId: string | null): void {
  if (countSnippets(db, ownerId) < limits.snippets) return;
  throw new DomainError(
    'snippet_conflict',
    ownerId === null
      ? `${limits.snippets} snippets are already shared, which is the limit. Delete one you don’t need.`
      : `You have ${limits.snippets} snippets, which is the limit. Please delete one you don’t need.`,
  );
}

function presentSnippet(row: SnippetRow, user: SignedIn): Snippet {
  const { id, ownerId, title, text } = row;
  return { id, title, text, isShared: ownerId === null, mayChange: mayChange(row, user) };
}
