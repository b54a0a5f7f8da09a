import { useStore } from '@nanostores/react';
import type { Draft, DraftFields } from '../../client/desk/draft.ts';

/** @returns the `typed` of a form (`useForm`) that is kept in a draft until it is sent */
export function useDraft<Fields extends DraftFields>(draft: Draft<Fields>) {
  const typed: Partial<Fields> = useStore(draft.$fields) ?? {};
  function update(change: (before: Partial<Fields>) => Partial<Fields>): void {
    const next = change(draft.$fields.get() ?? {});
    if (Object.keys(next).length === 0) draft.clear();
    else draft.write(next as Fields);
  }
  return [typed, update] as [Partial<Fields>, typeof update];
}
