import { nanoquery } from '@nanostores/query';
import type { ReadableAtom } from 'nanostores';
import { vi } from 'vitest';
import { ApiError } from './answers.ts';
import { createFetching } from './fetched.ts';
import type { DeviceStorage } from './page-storage.ts';
import type { Toast } from './toasts.ts';

export function anApiError(
  status: number,
  code: string,
  message: string,
  more: { words?: string; fields?: Record<string, string>; retryAfterSeconds?: number | null } = {},
): ApiError {
  const { words, fields, retryAfterSeconds = null } = more;
  const body = JSON.stringify({ error: { code, message, words, fields } });
  return new ApiError(status, body, '', retryAfterSeconds);
}

export function fakeToasts() {
  const shown: Omit<Toast, 'id' | 'isOpen' | 'variant'>[] = [];
  return { shown, toast: (toast: Omit<Toast, 'id' | 'isOpen' | 'variant'>) => void shown.push(toast) };
}

export function fakeStorage(): Storage & DeviceStorage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    keys: () => [...items.keys()],
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

export function createTestQuery() {
  const [createFetcherStore, , { invalidateKeys, revalidateKeys }] = nanoquery({
    onErrorRetry: null,
    dedupeTime: Number.POSITIVE_INFINITY,
    cacheLifetime: Number.POSITIVE_INFINITY,
  });
  return { createFetcherStore, invalidateKeys, revalidateKeys };
}

export function createTestFetching() {
  return createFetching({ query: createTestQuery(), whenVisible: () => Promise.resolve() });
}

/** Subscribes to stores, so that they fetch, and flushes promises. The subscriptions never end. */
export async function listenTo(...stores: Pick<ReadableAtom, 'listen'>[]): Promise<void> {
  for (const store of stores) store.listen(() => {});
  await flushPromises();
}

/** Waits until pending promises and lazy imports have run. */
export async function flushPromises(): Promise<void> {
  await vi.dynamicImportSettled();
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}
