import { afterEach, expect, test, vi } from 'vitest';
import { freePlace } from './free-place.ts';

interface Span {
  top: number;
  bottom: number;
}

/** A phone on which all that can be pressed stands where it is said, and so do news. */
function onPhone(news: Span[], pressed: Span[] = [{ top: 500, bottom: 640 }]) {
  const aButton = () => {
    const button = { matches: () => false, parentElement: null, closest: () => button };
    return button;
  };
  const buttons = [aButton(), aButton(), aButton()];
  vi.stubGlobal('getComputedStyle', () => ({ position: 'static' }));
  vi.stubGlobal('document', {
    documentElement: { clientWidth: 360, clientHeight: 640 },
    activeElement: null,
    elementsFromPoint: (_x: number, y: number) =>
      pressed.some(({ top, bottom }) => y > top && y < bottom) ? [buttons[Math.floor(y / 24) % 3]] : [],
    querySelectorAll: () => news.map((place) => ({ getBoundingClientRect: () => place })),
  });
  const toast = { offsetWidth: 360, offsetHeight: 130, contains: () => false };
  return freePlace(toast as unknown as HTMLElement);
}

afterEach(() => vi.unstubAllGlobals());

test('a toast lies on as little as it can that somebody could press', () => {
  expect(onPhone([])).toEqual(expect.objectContaining({ corner: 'top right', shift: 0 }));
});

test.each([
  ['that are there', { top: 120, bottom: 170 }, 'bottom right'],
  ['that will stand there in a moment', { top: 120, bottom: 120 }, 'bottom right'],
  ['further down', { top: 200, bottom: 250 }, 'top right'],
  ['scrolled away', { top: -80, bottom: -30 }, 'top right'],
])('it leaves alerts alone %s', (_where, place, corner) => {
  expect(onPhone([place]).corner).toBe(corner);
});

test('it leaves an edge with something to press for the nearest gap that holds it', () => {
  const place = onPhone(
    [],
    [
      { top: 0, bottom: 300 },
      { top: 500, bottom: 640 },
    ],
  );
  expect(place).toMatchObject({ corner: 'bottom right', shift: 144 });
});
