import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveMessage } from '../../shared/orders/live-message.ts';
import { createStream } from './stream.ts';

/** A connection of which the test says what becomes of it. */
class FakeSource extends EventTarget {
  static opened: FakeSource[] = [];
  readonly address: string;
  isClosed = false;
  constructor(address: string) {
    super();
    this.address = address;
    FakeSource.opened.push(this);
  }
  close() {
    this.isClosed = true;
  }
  say(type: string, data: unknown = 1) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}

const opened = () => FakeSource.opened;
const current = () => FakeSource.opened.at(-1) ?? new FakeSource('');
/** A message of a shop in which nothing has happened since long before this page. */
const nothing: LiveMessage = { last: 17, quietFor: Date.now(), changes: [], isAllOld: false };

function listen() {
  const heard: LiveMessage[] = [];
  const stream = createStream((message) => heard.push(message));
  stream.listen();
  return { stream, heard };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  vi.stubGlobal('EventSource', FakeSource);
  FakeSource.opened = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('reconnects a refused stream after five seconds', () => {
  const { heard } = listen();
  current().say('message', nothing);
  current().say('error');
  vi.advanceTimersByTime(4_999);
  expect(opened()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  current().say('message', nothing);
  expect(opened().map(({ address }) => address)).toEqual(['/api/events?after=', '/api/events?after=17']);
  expect(heard).toEqual([nothing, nothing]);
});

test('marks the page outdated, once, when it missed changes before connecting', () => {
  const { heard } = listen();
  for (let message = 0; message < 2; message += 1) current().say('message', { ...nothing, quietFor: 0 });
  expect(heard.map(({ isAllOld }) => isAllOld)).toEqual([true, false]);
});

test('reconnects after a minute of silence, but not while heartbeats arrive', () => {
  listen();
  for (let beat = 0; beat < 5; beat += 1) {
    vi.advanceTimersByTime(25_000);
    current().say('message', nothing);
  }
  expect(opened()).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(opened().map(({ isClosed }) => isClosed)).toEqual([true, false]);
});

test('reconnects after the computer slept, once the page is visible', () => {
  const { stream } = listen();
  stream.listen();
  expect(opened()).toHaveLength(1);
  vi.setSystemTime(Date.now() + 3_600_000);
  stream.listen();
  expect(opened()).toHaveLength(2);
});

test('stays closed after the server ended it until the admin returns', () => {
  const { stream } = listen();
  current().say('over');
  expect(current().isClosed).toBe(true);
  vi.advanceTimersByTime(600_000);
  expect(opened()).toHaveLength(1);
  stream.listen();
  expect(opened()).toHaveLength(2);
  stream.stop();
  vi.advanceTimersByTime(600_000);
  expect(opened()).toHaveLength(2);
});
