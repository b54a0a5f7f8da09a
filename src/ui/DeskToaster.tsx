import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { pageStorage } from '../lib/page-storage.ts';
import { retriable } from '../lib/retriable.ts';
import { hasToast } from '../lib/toast-handover.ts';
import { $toast } from '../lib/toasts.ts';
import { onFirstSign } from './first-sign.ts';
import { useFetched } from './use-fetched.ts';

const load = retriable(() => import('./Toaster.tsx'), 'Toaster');

/** Fetches the toaster when the user first acts, or at once for a toast that the last page left. */
export function DeskToaster() {
  const toast = useStore($toast);
  const [isLikely, setIsLikely] = useState(false);
  useEffect(() => {
    const get = () => setIsLikely(true);
    if (hasToast(pageStorage)) get();
    return onFirstSign(get);
  }, []);
  const Toaster = useFetched(load, toast?.id ?? isLikely);
  return Toaster && <Toaster />;
}
