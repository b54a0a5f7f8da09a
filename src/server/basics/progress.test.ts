import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProgress } from './progress.ts';

let written: string[];
beforeEach(() => {
  written = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const screen = { write: (text: string) => written.push(text) };

test('what is done within a second needs no words', () => {
  const progress = createProgress(screen);
  progress.at('Copying', 1, 2);
  vi.advanceTimersByTime(900);
  progress.end();
  vi.advanceTimersByTime(10_000);
  expect(written).toEqual([]);
});

test('a line stands every few seconds', () => {
  const progress = createProgress(screen);
  progress.at('Copying', 0, 100);
  vi.advanceTimersByTime(1_100);
  progress.at('Copying', 60, 100);
  vi.advanceTimersByTime(6_000);
  progress.at('Checking');
  vi.advanceTimersByTime(5_000);
  progress.end();
  expect(written).toEqual(['Copying… 0 % 1 s\n', 'Copying… 60 % 6 s\n', 'Checking… 3 s\n']);
});

test('whatever holds the event loop for long is told by what is said between its parts', () => {
  let time = 0;
  const progress = createProgress(screen, () => time);
  for (let done = 0; done <= 10; done++) {
    progress.at('Checking', done, 10);
    time += 2_000;
  }
  progress.end();
  expect(written.length).toBeGreaterThan(2);
  expect(written.at(-1)).toBe('Checking… 99 % 20 s\n');
});

test('what nothing can be told of until it is over stands there at once', () => {
  const progress = createProgress(screen);
  progress.announce('Changing the tables');
  progress.end();
  expect(written).toEqual(['Changing the tables…\n']);
});
