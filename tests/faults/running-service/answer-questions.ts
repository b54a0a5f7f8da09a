import { setTimeout as wait } from 'node:timers/promises';

/* Answers questions from the starter of the built service, like serve.ts for the sources. */

process.once('disconnect', () => process.exit());
process.on('message', () => {
  globalThis.gc?.();
  process.send?.({ answer: process.memoryUsage().rss });
});
void tellWhenReady();

async function tellWhenReady(): Promise<void> {
  const isReady = () =>
    fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await wait(50);
  process.send?.({ answer: 0 });
}
