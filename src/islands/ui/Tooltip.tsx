import * as Radix from 'radix-ui/tooltip';
import type { ReactNode } from 'react';

/** Wrap an island in it once: it keeps the delays of all tooltips inside (docs/product.md §9). */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}

interface TooltipProps {
  text: ReactNode;
  /** One element that takes the focus, such as a button. */
  children: ReactNode;
}

/** A short explanation on hover and focus. Needs a `TooltipProvider` above it. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="z-60 max-w-80 rounded-selector bg-neutral px-2.5 py-1.5 text-sm/[1.4] text-neutral-content"
          sideOffset={6}
          collisionPadding={8}
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
