import { type ReactNode, useState } from 'react';

interface DisclosureProps {
  summary: ReactNode;
  isOpenAtFirst?: boolean;
  children: ReactNode;
}

export function Disclosure({ summary, isOpenAtFirst = false, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer font-semibold">{summary}</summary>
      {isOpen && children}
    </details>
  );
}
