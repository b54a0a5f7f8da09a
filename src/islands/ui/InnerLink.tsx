import type { ComponentProps, MouseEvent } from 'react';

type InnerLinkProps = ComponentProps<'a'> & { href: string; onFollow?: (() => void) | undefined };

/** A link to another state of the same page; with a modifier key it opens a window as usual. */
export function InnerLink({ href, onFollow, ...rest }: InnerLinkProps) {
  function follow(event: MouseEvent) {
    if (!onFollow || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow();
  }
  return <a {...rest} href={href} onClick={follow} />;
}
