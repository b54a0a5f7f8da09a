import { writeTransaction } from '../../../db/client.ts';
import { limits } from '../../shared/limits.ts';
import type { NewView, SavedView, SavedViewInput } from '../../shared/orders/saved-views.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { deleteView, insertView, listViewsOf, updateView } from './saved-view-repository.ts';

/** @returns somebody's own views, as they were made one after the other */
export function listSavedViews(context: Context, user: SignedIn): SavedView[] {
  return listViewsOf(context.db, user.id).map(({ id, name, query }) => ({ id, name, query }));
}

/**
 * Keeps a view; one that has been saved under its id already is the same view, as it is named now.
 *
 * @throws {DomainError} `view_conflict` when there are as many as there may be, or the id is somebody else's
 */
export async function saveView(
  context: Context,
  user: SignedIn,
  { id = context.random.newId(), ...input }: NewView,
): Promise<SavedView> {
  return writeTransaction(context.db, (tx) => {
    const view = { id, ...input };
    if (updateView(tx, { ...view, ownerId: user.id })) return view;
    if (listViewsOf(tx, user.id).length >= limits.savedViews) {
      throw new DomainError(
        'view_conflict',
        `You have ${limits.savedViews} views, and there is no room for more. Please delete one that you do not need.`,
      );
    }
    if (!insertView(tx, { ...view, ownerId: user.id, createdAt: context.clock.now() })) {
      throw new DomainError(
        'view_conflict',
        'There is another view of this id. Please save yours under another one.',
      );
    }
    return view;
  });
}

/** @throws {DomainError} `view_not_found`, also for those of others */
export async function changeView(
  context: Context,
  user: SignedIn,
  id: string,
  input: SavedViewInput,
): Promise<SavedView> {
  return writeTransaction(context.db, (tx) => {
    if (!updateView(tx, { ...input, id, ownerId: user.id })) throw noSuchView();
    return { id, ...input };
  });
}

/** @throws {DomainError} `view_not_found`, also for those of others */
export async function deleteSavedView(context: Context, user: SignedIn, id: string): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    if (!deleteView(tx, { id, ownerId: user.id })) throw noSuchView();
  });
}

function noSuchView(): DomainError {
  return new DomainError('view_not_found', 'There is no such view any more.');
}
