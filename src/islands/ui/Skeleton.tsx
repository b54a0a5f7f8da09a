import { classNames } from './class-names.ts';

/** The place of something that is still loading, in its shape; sizes come as classes. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={classNames('skeleton', className)} aria-hidden="true" />;
}
