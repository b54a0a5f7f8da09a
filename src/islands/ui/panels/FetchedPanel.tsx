import { useStore } from '@nanostores/react';
import { type ReactNode, useId } from 'react';
import type { Fetched } from '../../../client/fetched.ts';
import { classNames } from '../class-names.ts';
import { LoadProblem } from '../errors/LoadProblem.tsx';
import { Skeleton } from '../Skeleton.tsx';

interface FetchedPanelProps<T> {
  title: string;
  fetched: Fetched<T>;
  fallback: string;
  className: string;
  intro?: ReactNode;
  children: (data: T) => ReactNode;
  /** Shown below, whether it is fetched or not. */
  foot?: ReactNode;
}

export function FetchedPanel<T>(props: FetchedPanelProps<T>) {
  const { title, fetched, fallback, className, intro, children, foot } = props;
  const { data, error } = useStore(fetched.$state);
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={classNames('panel grid min-w-0 p-4 sm:p-6', className)}>
      <div className="grid gap-2">
        <h3 id={heading} className="text-lg">
          {title}
        </h3>
        {intro}
      </div>
      {error && <LoadProblem error={error} fallback={fallback} onRetry={fetched.refresh} />}
      {data === undefined && !error && <Skeleton label={`Loading: ${title}`} className="h-24" />}
      {data !== undefined && children(data)}
      {foot}
    </section>
  );
}
