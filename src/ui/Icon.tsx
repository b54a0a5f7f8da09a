import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export function Chevron({ isUp }: { isUp: boolean }) {
  return <Icon path="m3 6 5 5 5-5" className={classNames('size-4 shrink-0', isUp && 'rotate-180')} />;
}

export function CloseIcon() {
  return <Icon path="m3 3 10 10m0-10L3 13" />;
}

/** Draws a decorative line icon in the text's color. @param props.box width and height of the drawing */
export function Icon({ path, box = 16, ...svg }: ComponentProps<'svg'> & { path: string; box?: number }) {
  return (
    <svg
      viewBox={`0 0 ${box} ${box}`}
      aria-hidden="true"
      className="size-4"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      {...svg}
    >
      <path d={path} />
    </svg>
  );
}
