import { classNames } from './class-names.ts';

export function Skeleton({ className, label }: { className?: string; label?: string }) {
  const shape = <div className={classNames('skeleton', className)} aria-hidden="true" />;
  return label ? (
    <div role="status" aria-label={label}>
      {shape}
    </div>
  ) : (
    shape
  );
}
