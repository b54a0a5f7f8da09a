import { type ReactNode, useState } from 'react';

export function Disclosure({
  summary,
  isOpenAtFirst = false,
  children,
}: {
  summary: ReactNode;
  isOpenAtFirst?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer font-semibold">{summary}</summary>
      {isOpen && children}
    </details>
  );
}
