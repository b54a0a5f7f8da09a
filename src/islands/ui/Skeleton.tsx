import { classNames } from './class-names.ts';

interface SkeletonProps {
  className?: string;
  label?: string;
}

/** A placeholder in the shape of what is loading; its size comes from classes. */
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
