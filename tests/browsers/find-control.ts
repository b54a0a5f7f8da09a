export type ControlKind = 'button' | 'field' | 'choice' | 'tab';

/** Finds a visible, usable control by its label, even in open shadow trees. Runs in the page. */
export function findControl(kind: ControlKind, name: string): Element | null {
  const selectors = {
    button: 'button',
    field: 'input:not([type="radio"]), textarea, select',
    choice: 'input[type="radio"]',
    tab: '[role="tab"]',
  };
  const everythingIn = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) =>
      element.shadowRoot ? everythingIn(element.shadowRoot) : [element],
    );
  const nameOf = (element: Element): string => {
    const isLabelled = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const labels = isLabelled ? [...(element.labels ?? [])].map(({ textContent }) => textContent) : [];
    return [element.getAttribute('aria-label'), ...labels, element.textContent].join(' ');
  };
  const isOpenToAll = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[aria-hidden="true"], [inert]') &&
    !element.matches(':disabled, [readonly]');
  const controls = everythingIn(document).filter((element) => element.matches(selectors[kind]));
  return controls.find((control) => nameOf(control).includes(name) && isOpenToAll(control)) ?? null;
}

/** Scrolls a control into view. Runs in the page. @returns its middle, if a click there reaches it */
export function reachControl(control: Element | null): { x: number; y: number } | null {
  if (!control) return null;
  control.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, width, top, height } = control.getBoundingClientRect();
  const point = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  const root = control.getRootNode();
  const hit = (root instanceof ShadowRoot ? root : document).elementFromPoint(point.x, point.y);
  return control.contains(hit) ? point : null;
}

/** Returns whether a control has the focus. Runs in the page. */
export function hasFocus(control: Element | null): boolean {
  const root = control?.getRootNode();
  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === control;
}
