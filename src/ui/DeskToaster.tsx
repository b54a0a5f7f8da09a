import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { pageStorage } from '../lib/page-storage.ts';
import { retriable } from '../lib/retriable.ts';
import { hasSavedToast } from '../lib/saved-toast.ts';
import { $toast } from '../lib/toasts.ts';
import { onFirstInteraction } from './first-interaction.ts';
import { useLazyComponent } from './use-lazy-component.ts';

const load = retriable(() => import('./Toaster.tsx'), 'Toaster');

/** Renders the toaster once the user first acts or a toast is shown, or if the previous page saved one. */
export function DeskToaster() {
  const toast = useStore($toast);
  const [isLikely, setIsLikely] = useState(false);
  useEffect(() => {
    const get = () => setIsLikely(true);
    if (hasSavedToast(pageStorage)) get();
    return onFirstInteraction(get);
  }, []);
  const Toaster = useLazyComponent(load, toast?.id ?? isLikely);
  return Toaster && <Toaster />;
}
