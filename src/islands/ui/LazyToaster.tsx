import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useState } from 'react';
import { $toast } from '../../client/toasts.ts';

const load = () => import('./Toaster.tsx');

/**
 * The toaster for pages on which every byte counts: it is fetched with the first toast, or when the
 * page says that one has become likely. Without a connection the toast is lost, not the page.
 */
export function LazyToaster({ isLikely = false }: { isLikely?: boolean }) {
  const toast = useStore($toast);
  const isNeeded = toast !== null || isLikely;
  const [Toaster, setToaster] = useState<ComponentType | null>(null);

  // Each toast is another reason to try: the connection may be back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the toast is a reason, not an ingredient
  useEffect(() => {
    if (!isNeeded || Toaster) return;
    load().then(
      (loaded) => setToaster(() => loaded.Toaster),
      () => undefined,
    );
  }, [isNeeded, toast?.id, Toaster]);

  return Toaster && <Toaster />;
}
