import { classNames } from './class-names.ts';

interface SkeletonProps {
  className?: string;
  /** Says that it is loading; left out where what is around it does. */
  label?: string;
}

/** The place of something that is still loading, in its shape; sizes come as classes. */
export function Skeleton({ className, label }: SkeletonProps) {
  const shape = <div className={classNames('skeleton', className)} aria-hidden="true" />;
  return label ? (
    <div role="status" aria-label={label}>
      {shape}
    </div>
  ) : (
    shape
  );
}
