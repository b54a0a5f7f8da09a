import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { hasToast, pageStorage } from '../../client/page-storage.ts';
import { retriable } from '../../client/retriable.ts';
import { $toast } from '../../client/toasts.ts';
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
