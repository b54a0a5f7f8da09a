import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useState } from 'react';
import { $toast } from '../../client/toasts.ts';

const load = () => import('./Toaster.tsx');

/**
 * The toaster for pages on which every byte counts: it is fetched with the first toast, or when the
 * page says that one has become likely. Without a connection the toast is lost, not the page.
 */
export function LazyToaster({ isLikely = false }: { isLikely?: boolean }) {
  const isNeeded = useStore($toast) !== null || isLikely;
  const [Toaster, setToaster] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (!isNeeded || Toaster) return;
    load().then(
      (loaded) => setToaster(() => loaded.Toaster),
      () => undefined,
    );
  }, [isNeeded, Toaster]);

  return Toaster && <Toaster />;
}
