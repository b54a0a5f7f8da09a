import type { ComponentProps } from 'react';
import { directionOf } from '../../shared/direction.ts';
import { classNames } from './class-names.ts';

/** Each paragraph runs in the direction of most of its letters. */
export function TypedText({ text, className, ...rest }: ComponentProps<'p'> & { text: string }) {
  return (
    <p {...rest} className={classNames(className, 'as-typed')}>
      {[...text.matchAll(/[^\n]+\n*|\n+/g)].map(({ 0: paragraph, index }) => (
        <span key={index} dir={directionOf(paragraph)} className="block">
          {paragraph}
        </span>
      ))}
    </p>
  );
}
