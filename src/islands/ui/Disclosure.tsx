import { type ReactNode, useState } from 'react';

export function Disclosure(props: { summary: ReactNode; isOpenAtFirst?: boolean; children: ReactNode }) {
  const { summary, isOpenAtFirst = false, children } = props;
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer font-semibold">{summary}</summary>
      {isOpen && children}
    </details>
  );
}
