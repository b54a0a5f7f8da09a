import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { WhenFetched } from '../errors/WhenFetched.tsx';
import { Skeleton } from '../pieces.tsx';

interface FetchedPanelProps<T> extends Omit<ComponentProps<typeof WhenFetched<T>>, 'loading'> {
  title: string;
  className?: string;
  intro?: ReactNode;
  /** Shown below, whether it is fetched or not. */
  foot?: ReactNode;
}

export function FetchedPanel<T>(props: FetchedPanelProps<T>) {
  const { title, className = 'gap-4', intro, foot, ...fetched } = props;
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={classNames('panel grid min-w-0 p-4 sm:p-6', className)}>
      <div className="grid gap-2">
        <h3 id={heading} className="text-lg">
          {title}
        </h3>
        {intro}
      </div>
      <WhenFetched {...fetched} loading={<Skeleton label={`Loading: ${title}`} className="h-24" />} />
      {foot}
    </section>
  );
}
