import { afterEach, expect, test, vi } from 'vitest';
import { freeCorner } from './free-corner.ts';

/** A phone on which all that can be pressed stands at the foot, and news where it is said. */
function onPhone(news: { top: number; bottom: number }[]) {
  const aButton = () => {
    const button = { matches: () => false, parentElement: null, closest: () => button };
    return button;
  };
  const buttons = [aButton(), aButton(), aButton()];
  vi.stubGlobal('getComputedStyle', () => ({ position: 'static' }));
  vi.stubGlobal('document', {
    documentElement: { clientWidth: 360, clientHeight: 640 },
    activeElement: null,
    elementsFromPoint: (_x: number, y: number) => (y > 500 ? [buttons[Math.floor(y / 24) % 3]] : []),
    querySelectorAll: () => news.map((place) => ({ getBoundingClientRect: () => place })),
  });
  const toast = { offsetWidth: 360, offsetHeight: 130, contains: () => false };
  return freeCorner(toast as unknown as HTMLElement);
}

afterEach(() => vi.unstubAllGlobals());

test('a toast lies on as little as it can that somebody could press', () => {
  expect(onPhone([])).toBe('top right');
});

test.each([
  ['that are there', { top: 120, bottom: 170 }, 'bottom right'],
  ['that will stand there in a moment', { top: 120, bottom: 120 }, 'bottom right'],
  ['further down', { top: 200, bottom: 250 }, 'top right'],
  ['scrolled away', { top: -80, bottom: -30 }, 'top right'],
])('it leaves alerts alone %s', (_where, place, corner) => {
  expect(onPhone([place])).toBe(corner);
});
