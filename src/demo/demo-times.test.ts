import { expect, test } from 'vitest';
import { createDemoTimes } from './demo-times.ts';

test.each(['2026-11-22T05:40:49.237Z', '2026-11-22T13:59:59.999Z', '2026-11-22T20:00:00.001Z'])(
  'returns whole milliseconds when the month ends at %s',
  (now) => {
    const { ago, today, workdaysAgo } = createDemoTimes(Date.parse(now), 'America/New_York');
    const moments = [0.3, 0.55, 2.2].flatMap((part) => [ago(part), today(part), workdaysAgo(1, part)]);
    expect(moments.filter((moment) => !Number.isInteger(moment))).toEqual([]);
  },
);
