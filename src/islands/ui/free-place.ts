/** Where a toast can stand, the usual place first. */
const corners = ['bottom right', 'bottom left', 'top right', 'top left'] as const;
type Corner = (typeof corners)[number];

/** Pixels between two points at which one looks what lies there; no target is smaller. */
const step = 24;

const controls = 'a[href], button, input, select, summary, textarea, [role="option"]';

/** What it costs to lie on something: on any control, on one in a bar that does not scroll away, on one in use or on news. */
const costs = { control: 1, inBar: 8, inUse: 32 };

interface Place {
  corner: Corner;
  /** How far it stands from the lower or upper edge there, in pixels. */
  shift: number;
}

/**
 * @param box what is to be placed; it has its size already
 * @returns where in the window it lies on least of what somebody needs next: in a corner, and where the
 *   window has no room beside it, as far off the edge as it has to be
 */
export function freePlace(box: HTMLElement): Place {
  const { offsetWidth: width, offsetHeight: height } = box;
  const { clientWidth, clientHeight } = document.documentElement;
  const margin = Number.parseFloat(getComputedStyle(box).paddingTop) || 0;
  // Where it stands, or will in a moment.
  const news = [...document.querySelectorAll('[data-news]')].map((place) => place.getBoundingClientRect());
  const costOf = ({ corner, shift }: Place) => {
    const left = corner.endsWith('left') ? 0 : clientWidth - width;
    const top = corner.startsWith('top') ? shift : clientHeight - height - shift;
    const area = {
      left: left + margin,
      top: top + margin,
      right: left + width - margin,
      bottom: top + height - margin,
    };
    const found = [...controlsIn(area, box)];
    const hidden = news.filter((place) => place.bottom >= top && place.top <= top + height).length;
    return found.reduce((sum, control) => sum + costOfControl(control), hidden * costs.inUse);
  };

  const furthest = clientWidth < 2 * width ? clientHeight / 3 : 0;
  let best: Place & { cost: number } = { corner: corners[0], shift: 0, cost: Number.POSITIVE_INFINITY };
  for (let shift = 0; shift <= furthest; shift += step) {
    // At an edge it is looked for first.
    const least = shift / clientHeight;
    if (best.cost <= least) break;
    for (const corner of corners) {
      const cost = least + costOf({ corner, shift });
      if (cost < best.cost) best = { corner, shift, cost };
    }
  }
  return best;
}

function controlsIn(area: { left: number; top: number; right: number; bottom: number }, box: Element) {
  const found = new Set<Element>();
  for (const y of pointsBetween(area.top, area.bottom)) {
    for (const x of pointsBetween(area.left, area.right)) {
      const seen = document.elementsFromPoint(x, y).find((element) => !box.contains(element));
      const control = seen?.closest(controls);
      if (control) found.add(control);
    }
  }
  return found;
}

/** @returns both ends, and as many between them as no target slips through */
function pointsBetween(from: number, to: number): number[] {
  const parts = Math.max(1, Math.ceil((to - from) / step));
  return Array.from({ length: parts + 1 }, (_, part) => from + 1 + ((to - from - 2) * part) / parts);
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
