import { type ReactNode, useState } from 'react';

interface DisclosureProps {
  summary: ReactNode;
  isOpenAtFirst?: boolean;
  children: ReactNode;
}

/** Folds what is costly to show: while it is closed, nothing of it is drawn. */
export function Disclosure({ summary, isOpenAtFirst = false, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer font-semibold">{summary}</summary>
      {isOpen && children}
    </details>
  );
}
