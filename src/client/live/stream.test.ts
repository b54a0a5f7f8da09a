import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveMessage } from '../../shared/live.ts';
import { createStream, type LiveSource } from './stream.ts';

/** A line of which the test says what becomes of it. */
class FakeSource extends EventTarget {
  readyState = 1;
  close() {
    this.readyState = 2;
  }
  say(type: string, data: unknown = 1, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }));
  }
  fail(readyState: number) {
    this.readyState = readyState;
    this.dispatchEvent(new Event('error'));
  }
}

const nothing: LiveMessage = { changes: [], isAllOld: false };

function createLine() {
  const opened: FakeSource[] = [];
  const begun: string[] = [];
  const heard: LiveMessage[] = [];
  const stream = createStream(
    (after) => {
      const source = new FakeSource();
      opened.push(source);
      begun.push(after);
      return source as LiveSource;
    },
    (message) => heard.push(message),
  );
  stream.listen();
  const last = () => opened.at(-1) ?? new FakeSource();
  return { stream, opened, begun, heard, last };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', { CLOSED: 2 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an answer that is no stream is asked for again, less and less often, from where it was', () => {
  const { opened, begun, heard, last } = createLine();
  last().say('message', nothing, '17');
  for (const [lines, pause] of [
    [1, 2_000],
    [2, 4_000],
  ] as const) {
    last().fail(2);
    vi.advanceTimersByTime(pause - 1);
    expect(opened).toHaveLength(lines);
    vi.advanceTimersByTime(1);
    expect(opened).toHaveLength(lines + 1);
  }
  expect([begun, heard]).toEqual([['', '17', '17'], [nothing]]);
});

test('a line that broke is left to the browser, which comes back by itself', () => {
  const { opened, last } = createLine();
  last().say('message', nothing, '17');
  last().fail(0);
  vi.advanceTimersByTime(30_000);
  expect(opened).toHaveLength(1);
});

test('a line that broke before the first message is opened again, with how long the page is open by then', () => {
  const { opened, last } = createLine();
  last().fail(0);
  expect(opened).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  expect(opened).toHaveLength(2);
});

test('a line that is silent for a minute is opened again; one that beats is not', () => {
  const { opened, last } = createLine();
  for (let beat = 0; beat < 5; beat += 1) {
    vi.advanceTimersByTime(25_000);
    last().say('beat');
  }
  expect(opened).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(opened.map(({ readyState }) => readyState)).toEqual([2, 1]);
});

test('after a sleep, in which no timer ran, the line is opened again when the page is looked at', () => {
  const { opened, stream } = createLine();
  stream.listen();
  expect(opened).toHaveLength(1);
  vi.setSystemTime(Date.now() + 3_600_000);
  stream.listen();
  expect(opened).toHaveLength(2);
});

test('what the server has ended stays so until the admin is back', () => {
  const { opened, stream, last } = createLine();
  last().say('over');
  expect(last().readyState).toBe(2);
  vi.advanceTimersByTime(600_000);
  expect(opened).toHaveLength(1);
  stream.listen();
  expect(opened).toHaveLength(2);
  stream.stop();
  vi.advanceTimersByTime(600_000);
  expect(opened).toHaveLength(2);
});
