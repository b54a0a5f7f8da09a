/** Where a toast can stand, the usual place first. */
const corners = ['bottom right', 'bottom left', 'top right', 'top left'] as const;
type Corner = (typeof corners)[number];

/** Pixels between two points at which one looks what lies there; no target is smaller. */
const step = 24;

const controls = 'a[href], button, input, select, summary, textarea, [role="option"]';

/** What it costs to lie on something: on any control, on one in a bar that does not scroll away, on one in use or on news. */
const costs = { control: 1, inBar: 8, inUse: 32 };

/**
 * @param box what is to be placed; it has its size already
 * @returns the corner of the window where it lies on least of what somebody needs next
 */
export function freeCorner(box: HTMLElement): Corner {
  const { offsetWidth: width, offsetHeight: height } = box;
  const { clientWidth, clientHeight } = document.documentElement;
  // Where it stands, or will in a moment.
  const news = [...document.querySelectorAll('[data-news]')].map((place) => place.getBoundingClientRect());
  const costOf = (corner: Corner) => {
    const left = corner.endsWith('left') ? 0 : clientWidth - width;
    const top = corner.startsWith('top') ? 0 : clientHeight - height;
    const found = [...controlsIn({ left, top, right: left + width, bottom: top + height }, box)];
    const hidden = news.filter((place) => place.bottom >= top && place.top <= top + height).length;
    return found.reduce((sum, control) => sum + costOfControl(control), hidden * costs.inUse);
  };
  const [first, ...others] = corners.map((corner) => ({ corner, cost: costOf(corner) }));
  return (
    others.reduce((best, next) => (next.cost < (best?.cost ?? 0) ? next : best), first)?.corner ?? corners[0]
  );
}

function controlsIn(area: { left: number; top: number; right: number; bottom: number }, box: Element) {
  const found = new Set<Element>();
  for (let y = area.top + step / 2; y < area.bottom; y += step) {
    for (let x = area.left + step / 2; x < area.right; x += step) {
      const seen = document.elementsFromPoint(x, y).find((element) => !box.contains(element));
      const control = seen?.closest(controls);
      if (control) found.add(control);
    }
  }
  return found;
}

function costOfControl(control: Element): number {
  // A place to write is so large that something always lies on it.
  if (isInUse(control) && !control.matches('textarea')) return costs.inUse;
  return isInBar(control) ? costs.inBar : costs.control;
}

/** Whether it has the focus, or stands in the same form. */
function isInUse(control: Element): boolean {
  const { activeElement } = document;
  return control === activeElement || activeElement?.closest('form')?.contains(control) === true;
}

/** Whether it stays where it is when the page scrolls; dialogs and the panel beside a list scroll as pages do. */
function isInBar(element: Element | null): boolean {
  if (!element || element.matches('.modal, .side-panel')) return false;
  return /fixed|sticky/.test(getComputedStyle(element).position) || isInBar(element.parentElement);
}
