import type { ComponentProps } from 'react';

/** A drawing in lines of the text's color; decoration. @param props.box width and height of what `path` draws in */
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
