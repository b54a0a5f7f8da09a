import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Passage } from '../../shared/readings/passages.ts';
import { MarkedText } from './MarkedText.tsx';

interface PassageMarksProps {
  field: RefObject<HTMLTextAreaElement | null>;
  /** What stands in the field. */
  text: string;
  passages: Passage[];
}

/** What decides where in a field a letter stands. */
const metrics = [
  ...['font', 'font-feature-settings', 'font-variation-settings', 'font-optical-sizing', 'font-kerning'],
  ...['letter-spacing', 'word-spacing', 'line-height', 'text-indent', 'text-transform', 'text-rendering'],
  ...['tab-size', 'text-align', 'direction', 'unicode-bidi', 'hyphens'],
  ...['white-space', 'overflow-wrap', 'word-break', 'line-break'],
  ...['border-top-width', 'border-right-width', 'border-bottom-width', 'border-left-width'],
  ...['padding-top', 'padding-right', 'padding-bottom', 'padding-left'],
];

/**
 * Marks passages in a text field, which itself can show none: the same text, unseen, lies over it with the same
 * metrics, and its marks show through. Stands in the same box as the field; that box is positioned.
 */
export function PassageMarks({ field, text, passages }: PassageMarksProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const lines = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!field.current || !sheet.current || !lines.current) return;
    const area = field.current;
    const parts = { area, sheet: sheet.current, lines: lines.current };
    const lay = () => lieOver(parts);
    const scroll = () => follow(parts);
    lay();
    const observer = new ResizeObserver(lay);
    observer.observe(area);
    area.addEventListener('scroll', scroll, { passive: true });
    // A typeface that comes late, and a change of theme or zoom, move the letters without the field's size.
    document.fonts.addEventListener('loadingdone', lay);
    return () => {
      observer.disconnect();
      area.removeEventListener('scroll', scroll);
      document.fonts.removeEventListener('loadingdone', lay);
    };
  }, [field]);

  // A longer text may bring the bar by which the field is scrolled, or scroll it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each text
  useLayoutEffect(() => {
    if (!field.current || !sheet.current || !lines.current) return;
    const parts = { area: field.current, sheet: sheet.current, lines: lines.current };
    leaveBar(parts);
    follow(parts);
  }, [field, text]);

  return (
    <div
      ref={sheet}
      aria-hidden="true"
      className="pointer-events-none absolute overflow-clip border-transparent text-transparent select-none"
    >
      <div ref={lines}>
        <MarkedText text={text} passages={passages} />
      </div>
    </div>
  );
}

interface Parts {
  area: HTMLTextAreaElement;
  sheet: HTMLElement;
  lines: HTMLElement;
}

function lieOver(parts: Parts): void {
  const { area, sheet } = parts;
  const style = getComputedStyle(area);
  for (const name of metrics) sheet.style.setProperty(name, style.getPropertyValue(name));
  sheet.style.top = `${area.offsetTop}px`;
  sheet.style.left = `${area.offsetLeft}px`;
  sheet.style.width = style.width;
  sheet.style.height = style.height;
  sheet.style.boxSizing = style.boxSizing;
  leaveBar(parts);
  follow(parts);
}

/** The bar of a field takes its room from the text. */
function leaveBar({ area, lines }: Parts): void {
  const { borderLeftWidth, borderRightWidth } = getComputedStyle(area);
  const borders = Number.parseFloat(borderLeftWidth) + Number.parseFloat(borderRightWidth);
  lines.style.marginRight = `${Math.max(0, area.offsetWidth - borders - area.clientWidth)}px`;
}

function follow({ area, lines }: Parts): void {
  lines.style.transform = `translateY(${-area.scrollTop}px)`;
}
