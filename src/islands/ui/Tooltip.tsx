import * as Slot from 'radix-ui/slot';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { retriable } from '../../client/retriable.ts';
import type { TooltipVisit } from './TooltipBubble.tsx';
import { useFetched } from './use-fetched.ts';

const load = retriable(() => import('./TooltipBubble.tsx'), 'TooltipBubble');

/** Fetches what shows tooltips, before somebody comes to one. */
export const prefetchTooltips = () => void load().catch(() => undefined);

interface Visits {
  begin: (visit: TooltipVisit) => void;
  /** The `ref` of what has a tooltip: it takes the tooltip along when it goes. */
  trigger: (trigger: HTMLElement | null) => () => void;
}

const VisitsContext = createContext<Visits | null>(null);

/** Wrap an island in it once: there is one tooltip for all that is inside, fetched when it is needed first. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  const [visit, setVisit] = useState<TooltipVisit | null>(null);
  const [visits] = useState<Visits>(() => ({
    begin: setVisit,
    trigger: (trigger) => () => setVisit((last) => (last?.trigger === trigger ? null : last)),
  }));
  const Bubble = useFetched(load, visit);
  return (
    <VisitsContext.Provider value={visits}>
      {children}
      {Bubble && <Bubble visit={visit} />}
    </VisitsContext.Provider>
  );
}

interface TooltipProps {
  text: ReactNode;
  /** Where it stands if there is room; above when left out. */
  side?: TooltipVisit['side'];
  /** One element that takes the focus, such as a button. */
  children: ReactNode;
}

/** A short explanation on hover and focus. Needs a `TooltipProvider` above it. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const visits = useContext(VisitsContext);
  if (!visits) throw new Error('A tooltip stands outside of a TooltipProvider.');
  return (
    <Slot.Root
      ref={visits.trigger}
      onPointerEnter={({ currentTarget: trigger, nativeEvent: event }) =>
        visits.begin({ trigger, text, side, event })
      }
      onFocus={({ currentTarget: trigger, nativeEvent: event }) =>
        visits.begin({ trigger, text, side, event })
      }
    >
      {children}
    </Slot.Root>
  );
}
