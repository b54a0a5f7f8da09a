import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveMessage } from '../../shared/live.ts';
import { keepListening, type LiveSource } from './stream.ts';

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
  const opened: { source: FakeSource; after: string }[] = [];
  const heard: string[] = [];
  const stream = keepListening('', {
    open(after) {
      const source = new FakeSource();
      opened.push({ source, after });
      return source as LiveSource;
    },
    onMessage: (_message, id) => heard.push(id),
    now: Date.now,
    random: () => 0.5,
  });
  const last = () => {
    const line = opened.at(-1);
    if (!line) throw new Error('There is no line.');
    return line;
  };
  return { stream, opened, heard, last };
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
  const { opened, heard, last } = createLine();
  last().source.say('message', nothing, '17');
  last().source.fail(2);
  vi.advanceTimersByTime(1_999);
  expect(opened).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(last().after).toBe('17');
  last().source.fail(2);
  vi.advanceTimersByTime(3_999);
  expect(opened).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(opened).toHaveLength(3);
  expect(heard).toEqual(['17']);
});

test('a line that broke is left to the browser, which comes back by itself', () => {
  const { opened, last } = createLine();
  last().source.fail(0);
  vi.advanceTimersByTime(30_000);
  expect(opened).toHaveLength(1);
});

test('a line on which nothing is heard for a minute is opened anew; one that beats is not', () => {
  const { opened, last } = createLine();
  for (let beat = 0; beat < 5; beat += 1) {
    vi.advanceTimersByTime(25_000);
    last().source.say('beat');
  }
  expect(opened).toHaveLength(1);
  const { source } = last();
  vi.advanceTimersByTime(60_000);
  expect(opened).toHaveLength(2);
  expect(source.readyState).toBe(2);
});

test('after a sleep, in which no timer ran, the line is opened anew at once', () => {
  const { opened, stream } = createLine();
  stream.check();
  expect(opened).toHaveLength(1);
  vi.setSystemTime(Date.now() + 3_600_000);
  stream.check();
  expect(opened).toHaveLength(2);
});

test('what the server has ended stays so until somebody is there again', () => {
  const { opened, stream, last } = createLine();
  last().source.say('over');
  expect(last().source.readyState).toBe(2);
  vi.advanceTimersByTime(600_000);
  stream.check();
  expect(opened).toHaveLength(1);
  stream.goOn();
  expect(opened).toHaveLength(2);
  stream.stop();
  stream.goOn();
  vi.advanceTimersByTime(600_000);
  expect(opened).toHaveLength(2);
});
