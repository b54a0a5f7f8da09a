import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../Button.tsx';
import { DeskPart } from '../errors/DeskPart.tsx';
import { CloseIcon } from '../Icon.tsx';
import { isPanelCovered } from '../keys.ts';
import { rememberFocusPlace } from '../pass-focus-on-removal.ts';
import { useMedia } from '../use-media.ts';

/** Where the page has room for the panel beside it; overlays.css has the same width. */
const wide = '(width >= 75rem)';

/**
 * Shows a dialog beside the page, or over the inert page if there is no room. Its content survives a resize.
 * The panel gets the focus for each new `subject`; closing returns it.
 */
export function SidePanel(props: {
  subject: string;
  title: string;
  description?: ReactNode;
  actions: ReactNode;
  /** Whether the page fits beside it; otherwise it is always covered. */
  isPageNarrow: boolean;
  onClose: () => void;
  /** Where the focus goes on closing; null: where it was before. */
  findOpener: () => HTMLElement | null;
  children: ReactNode;
}) {
  const { subject, title, description, actions, isPageNarrow, onClose, findOpener, children } = props;
  const isBeside = useMedia(wide) && isPageNarrow;
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  useFocusReturn(findOpener);
  useInertPage(!isBeside);
  useEscape(panel, onClose);
  useKeptFocus(panel);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each subject
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    element.scrollTop = 0;
    if (!element.contains(document.activeElement)) element.focus({ preventScroll: true });
  }, [subject]);

  return createPortal(
    <div
      ref={panel}
      role="dialog"
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      data-beside={isBeside ? '' : undefined}
      className="side-panel"
      data-subject={subject}
    >
      <div className="side-panel-head sticky top-0 z-1 -mx-(--panel-edge) mb-4 flex items-start gap-2 border-b border-base-300 bg-base-100 px-(--panel-edge) py-3">
        <div className="min-w-0 flex-1">
          <h2 id={`${id}-title`} className="font-display text-xl wrap-anywhere">
            {title}
          </h2>
          {description && (
            <p id={`${id}-description`} className="text-sm text-quiet wrap-anywhere">
              {description}
            </p>
          )}
        </div>
        {actions}
        <Button data-dismiss className="btn btn-ghost btn-sm btn-circle" aria-label="Close" onClick={onClose}>
          <CloseIcon />
        </Button>
      </div>
      <DeskPart name="dialog">{children}</DeskPart>
    </div>,
    document.body,
  );
}

function useFocusReturn(findOpener: () => HTMLElement | null): void {
  const find = useRef(findOpener);
  useEffect(() => {
    find.current = findOpener;
  });
  useLayoutEffect(() => {
    const { activeElement } = document;
    const goBack = activeElement instanceof HTMLElement ? rememberFocusPlace(activeElement) : () => {};
    return () => {
      // The panel is gone by then, and the page is no longer inert.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        const opener = find.current();
        if (opener) opener.focus();
        else goBack();
      });
    };
  }, []);
}

/** Makes the page inert while the panel covers it, except for the bar of held approvals. */
function useInertPage(isCovered: boolean): void {
  useLayoutEffect(() => {
    if (!isCovered) return;
    const parts = [...document.querySelectorAll<HTMLElement>('header, main, footer')].filter(
      (part) => !part.closest('[role="dialog"]'),
    );
    for (const part of parts) part.inert = true;
    return () => {
      for (const part of parts) part.inert = false;
    };
  }, [isCovered]);
}

function useEscape(panel: React.RefObject<HTMLElement | null>, onClose: () => void): void {
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      const { target } = event;
      const isField = target instanceof Element && target.matches('input, textarea, select');
      if (isPanelCovered() || (isField && !panel.current?.contains(target))) return;
      event.preventDefault();
      onClose();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [panel, onClose]);
}

/** Keeps the focus inside when the focused element is removed or disabled. */
function useKeptFocus(panel: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    let isInside = true;
    const note = ({ target }: Event) => {
      isInside = target instanceof Node && element.contains(target);
    };
    const keep = () => {
      if (isInside && document.activeElement === document.body) element.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(keep);
    changes.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    return () => {
      changes.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, [panel]);
}
