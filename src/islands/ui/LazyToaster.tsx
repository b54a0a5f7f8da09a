import { useStore } from '@nanostores/react';
import { retriable } from '../../client/retriable.ts';
import { $toast } from '../../client/toasts.ts';
import { useFetched } from './use-fetched.ts';

const load = retriable(() => import('./Toaster.tsx'), 'Toaster');

/**
 * The toaster for pages on which every byte counts: it is fetched with the first toast, or when the
 * page says that one has become likely. Without a connection the toast is lost, not the page.
 */
export function LazyToaster({ isLikely = false }: { isLikely?: boolean }) {
  const toast = useStore($toast);
  const Toaster = useFetched(load, toast?.id ?? isLikely);
  return Toaster && <Toaster />;
}
