import type { AttackedService } from '../../faults/attacks-support/service.ts';
import { colleague } from '../steps/desk-steps.ts';
import { test as base } from '../steps/steps.ts';
import { correctAddress, deleteAndUndo, find, reassign, refundInPart } from './order-tasks.ts';
import { readAndApprove, rejectWithComment } from './review-tasks.ts';
import { ways } from './task.ts';
import { openAndWrite, previewAndSubmit, rework } from './writing-tasks.ts';

/* The ten commonest tasks, each in all the ways in which they are done (docs/keyboard.md). */

const tasks = [
  openAndWrite,
  previewAndSubmit,
  readAndApprove,
  rejectWithComment,
  rework,
  find,
  refundInPart,
  correctAddress,
  reassign,
  deleteAndUndo,
];

/** One service for all of them: each has orders and readers of its own. */
const test = base.extend<object, { service: AttackedService }>({
  service: [async ({ premises }, use) => use(await premises({})), { scope: 'worker' }],
  baseURL: ({ service }, use) => use(service.url),
});

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const way of ways) {
  test.describe(way, () => {
    if (way === 'on a phone') test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

    for (const { name, walk } of tasks) {
      test(name, async ({ page, service: { url } }, { annotations }) => {
        const keys = await walk(way, { page, url, admin: await colleague(url) });
        if (keys.length > 0) annotations.push({ type: 'keystrokes', description: keys.join(' ') });
      });
    }
  });
}
