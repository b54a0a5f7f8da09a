import { useStore } from '@nanostores/react';
import { Fragment, type ReactNode } from 'react';
import { errorMessage } from '../../lib/answers.ts';
import type { Fetched } from '../../lib/fetched.ts';
import { Button } from '../Button.tsx';
import { passFocusOnRemoval } from '../pass-focus-on-removal.ts';
import { Skeleton } from '../pieces.tsx';

/** Shows an alert with Try again. Its text is `error` if that is a string, else the error's message or `fallback`. */
export function LoadProblem(props: { error: unknown; fallback: string; onRetry: () => void }) {
  const { error, fallback, onRetry } = props;
  return (
    <div
      ref={passFocusOnRemoval}
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-field border border-error px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-40 wrap-anywhere">
        {typeof error === 'string' ? error : errorMessage(error, fallback)}
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

type FetchProblemProps = {
  fetched: Pick<Fetched<unknown>, '$state' | 'refresh'>;
  /** Such as `versions`, for the message that they could not be loaded. */
  what: string;
  fallback?: string;
};

/** Shows why a fetch failed, with Try again; renders nothing if there is no error. */
export function FetchProblem(props: FetchProblemProps) {
  const { fetched, what, fallback = `The ${what} could not be loaded.` } = props;
  const { error } = useStore(fetched.$state);
  return error && <LoadProblem error={error} fallback={fallback} onRetry={fetched.refresh} />;
}

interface WhenFetchedProps<T> extends FetchProblemProps {
  fetched: Fetched<T>;
  /** The class of the skeleton's height; without it, nothing is shown while loading. */
  height?: string;
  loading?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows `loading`, then the data; an error with Try again appears above the previous data, if any. */
export function WhenFetched<T>({ height, children, ...props }: WhenFetchedProps<T>) {
  const { loading = height && <Skeleton label={`Loading ${props.what}`} className={height} /> } = props;
  const { data, error } = useStore(props.fetched.$state);
  return (
    <>
      <FetchProblem {...props} />
      {data === undefined && !error && loading}
      {data !== undefined && <Fragment key="data">{children(data)}</Fragment>}
    </>
  );
}

interface FetchedSectionProps<T> extends Omit<WhenFetchedProps<T>, 'loading' | 'height'> {
  title: string;
  /** Whether a heading shows the title; false if the surrounding card has the same. */
  isTitled?: boolean;
  /** Always shown below, loaded or not. */
  foot?: ReactNode;
}

/** Renders a titled section of a settings card: a skeleton, then `children` with the fetched data. */
export function FetchedSection<T>(props: FetchedSectionProps<T>) {
  const { title, isTitled = true, foot, ...fetched } = props;
  return (
    <section aria-label={title} className="grid min-w-0 content-start gap-4">
      {isTitled && <h4 className="font-display text-lg">{title}</h4>}
      <WhenFetched {...fetched} loading={<Skeleton label={`Loading: ${title}`} className="h-24" />} />
      {foot}
    </section>
  );
}
