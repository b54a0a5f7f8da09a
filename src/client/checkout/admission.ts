import type { WritableAtom } from 'nanostores';
import { ApiError } from '../api.ts';
import { type CheckoutNotice, words } from './checkout-words.ts';

/** How long until the next try when the server did not say. */
const usualWaitSeconds = 10;

/** How long until the next try without a connection, and how many tries it is worth. */
const connectionWaitSeconds = 2;
const triesToConnect = 3;

/** How long until the next try at most: a visitor does not wait longer without a sign of life. */
const longestWaitSeconds = 60;

/** How often the button, once pressed, asks a server that is too busy. */
export const triesOfAPress = 4;

interface Patience {
  tries: number;
  tell: (text: string | null) => void;
  delayOf?: typeof secondsToWait;
}

/** @returns after how many seconds the server wants to be asked again; null when it did not ask to wait */
export function secondsToWait(error: unknown): number | null {
  if (!(error instanceof ApiError) || !error.serverMessage) return null;
  if (error.status !== 429 && error.status !== 503) return null;
  return Math.min(Math.max(error.retryAfterSeconds ?? usualWaitSeconds, 1), longestWaitSeconds);
}

/** @returns the same for one background call: it also waits a little for a connection */
export function delayInBackground(): typeof secondsToWait {
  let triesLeft = triesToConnect;
  return (error) => {
    if (!(error instanceof ApiError) || error.code !== 'unreachable') return secondsToWait(error);
    triesLeft -= 1;
    return triesLeft > 0 ? connectionWaitSeconds : null;
  };
}

/**
 * Asks, and asks again by itself for as long as the server is too busy and says so in words.
 *
 * @param tell shows what the server said; with null it is over
 * @param delayOf after how many seconds to ask again; null when the error is to be thrown
 * @throws what `ask` throws, a request to wait only after so many tries
 */
export async function whenAdmitted<T>(
  ask: () => Promise<T>,
  { tries, tell, delayOf = secondsToWait }: Patience,
): Promise<T> {
  for (let left = tries; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      const seconds = delayOf(error);
      if (seconds === null || left <= 1 || !(error instanceof ApiError)) throw error;
      const when = seconds === 1 ? 'a second' : `${seconds} seconds`;
      tell(`${error.serverMessage} We’ll try again automatically in ${when}.`);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      tell(null);
    }
  }
}

/** @returns a function that starts what it is given only when all before it has ended */
export function createQueue(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const next = last.then(run);
    last = next.catch(() => undefined);
    return next;
  };
}

/** After so long without an answer the page says what is going on. */
const silencePatienceMs = 20_000;

/** Says what is going on when there is no answer for long, counted from when it was told to watch. */
export function createSilenceWatch(
  $notice: WritableAtom<CheckoutNotice | null>,
  isPaying: () => boolean,
): { watch(): void; stop(): void } {
  let silence: ReturnType<typeof setTimeout> | undefined;
  function stop(): void {
    clearTimeout(silence);
    if ($notice.get()?.kind === 'slow') $notice.set(null);
  }
  return {
    stop,
    watch() {
      stop();
      silence = setTimeout(() => {
        if ($notice.get()?.kind === 'waiting') return;
        const canLook = isPaying();
        $notice.set({ kind: 'slow', text: canLook ? words.slowPayment : words.slowServer, canLook });
      }, silencePatienceMs);
    },
  };
}
