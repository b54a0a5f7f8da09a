import { useStore } from '@nanostores/react';
import type { Snippets } from '../../client/snippets/snippets.ts';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** Stands in for the list while it is on its way, and says when it could not be loaded. */
export function UntilLoaded({ list }: Pick<Snippets, 'list'>) {
  const { data, error } = useStore(list.$state);
  if (error) {
    return <LoadProblem error={error} fallback="Your snippets could not be loaded." onRetry={list.refresh} />;
  }
  if (data) return null;
  return <Skeleton label="Loading your snippets" className="h-40" />;
}
