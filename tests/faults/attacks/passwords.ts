import { type Answer, inParallel, openBrowser, send, signIn } from '../attacks-support/browser.ts';
import { type AttackedService, startService } from '../attacks-support/service.ts';
import { sources } from '../attacks-support/sources.ts';
import { createTally, isQuickForm, percentile, type Trial, timeLimit } from '../trial.ts';

const perWindow = 10;
/** Wrong passwords for one account before it is guarded more slowly, and the milliseconds between checks then. */
const perAccount = 20;
const pace = 5_000;

/** Behind one proxy of ours, the last entry is what the proxy saw; the others are the guesser's own words. */
function guess(
  service: AttackedService,
  address: string,
  username: string,
  password: string,
): Promise<Answer> {
  return openBrowser(service.url, { 'x-forwarded-for': address }).call('POST', '/api/login', {
    username,
    password,
  });
}

/** Guesses from one source; the addresses differ only in what must not count. @returns how many were tried */
async function guessMany(
  service: AttackedService,
  count: number,
  addressOf: (i: number) => string,
  done: () => void,
): Promise<{ checked: number; odd: string[] }> {
  let checked = 0;
  const odd: string[] = [];
  await inParallel(count, 16, async (i) => {
    const { status, headers } = await guess(
      service,
      addressOf(i),
      i % 2 ? 'admin' : `nobody${i}`,
      `guess ${i}`,
    );
    if (status === 401) checked += 1;
    else if (status !== 429) odd.push(`guess ${i} was answered ${status}`);
    else if (!(Number(headers['retry-after']) > 0)) odd.push(`guess ${i} was not told when to come back`);
    done();
  });
  return { checked, odd };
}

/** @returns the milliseconds a guess took */
async function timed(service: AttackedService, username: string): Promise<number> {
  const startedAt = performance.now();
  const { status } = await send(
    service.url,
    'POST',
    '/api/login',
    { origin: service.url, 'content-type': 'application/json' },
    JSON.stringify({ username, password: 'not the password' }),
  );
  if (status !== 401) throw new Error(`answered ${status}`);
  return performance.now() - startedAt;
}

export const trials: Trial[] = [
  {
    table: 'attack',
    name: 'password guesses',
    promise: 'at most 10 per window and address; other addresses still get in',
    counts: { quick: 240, full: 10_000 },
    async run(count, progress) {
      const tally = createTally();
      const service = await startService({ env: { TRUSTED_PROXY_HOPS: '1' } });
      let done = 0;
      const isDone = () => progress(++done);
      const share = Math.ceil(count / Object.keys(sources).length);
      try {
        let checkedInAll = 0;
        for (const [what, addressOf] of Object.entries(sources)) {
          const { checked, odd } = await guessMany(service, share, addressOf, isDone);
          checkedInAll += checked;
          for (let i = 0; i < share - odd.length; i++) {
            tally.count(
              i === 0 && checked > perWindow ? `${checked} guesses from ${what} were checked` : null,
            );
          }
          for (const loss of odd) tally.count(loss);
        }
        // Not even the right password helps a guesser, also after a restart: the counts are stored.
        if (count >= 1_000) await service.restart();
        const late = await guess(service, '203.0.113.7', 'admin', 'demo-admin-pass');
        tally.count(
          late.status === 429 ? null : `the right password was answered ${late.status} to a guesser`,
        );
        for (const address of ['203.0.113.9', '2001:db8:1:3::1', '203.0.113.7, 203.0.113.10']) {
          const { status } = await guess(service, address, 'admin', 'demo-admin-pass');
          tally.count(status === 200 ? null : `the admin at ${address} was answered ${status}`);
        }
        return tally.outcome(`${checkedInAll} of ${share * 3} were checked`);
      } finally {
        await service.stop();
      }
    },
  },
  {
    table: 'attack',
    name: 'password guesses beside own successes',
    promise: 'signing in to an account of one’s own buys no further guesses',
    counts: { quick: 20, full: 60 },
    async run(count) {
      const tally = createTally();
      const service = await startService({ env: { TRUSTED_PROXY_HOPS: '1' } });
      try {
        let checked = 0;
        for (let i = 0; i < count; i++) {
          const own = await guess(service, '203.0.113.7', 'reader1', 'demo-reader-pass');
          const { status } = await guess(service, '203.0.113.7', 'admin', `guess ${i}`);
          if (status === 401) checked += 1;
          const isRight = checked <= perWindow && (i < perWindow || (own.status === 429 && status === 429));
          tally.count(
            isRight ? null : `guess ${i + 1} was answered ${status}, the own account ${own.status}`,
          );
        }
        return tally.outcome(`${checked} were checked`);
      } finally {
        await service.stop();
      }
    },
  },
  {
    table: 'attack',
    name: 'password guesses from everywhere',
    promise:
      'guesses at one account, each from another address, are slowed; its owner gets in meanwhile and others are answered',
    counts: { quick: 150, full: 2_000 },
    async run(count, progress) {
      const tally = createTally();
      const service = await startService({ env: { TRUSTED_PROXY_HOPS: '1' } });
      let done = 0;
      try {
        const own = openBrowser(service.url, { 'x-forwarded-for': '203.0.113.7' });
        const signInAgain = () =>
          own.call('POST', '/api/login', { username: 'admin', password: 'demo-admin-pass' });
        await signInAgain();
        const startedAt = performance.now();
        let checked = 0;
        let longest = 0;
        await inParallel(count, 16, async (i) => {
          const address = `198.51.${i >> 8}.${i & 255}`;
          const { status } = await guess(service, address, 'admin', `guess ${i}`);
          if (status === 401) checked += 1;
          let loss = status === 401 || status === 429 ? null : `guess ${i + 1} was answered ${status}`;
          if (i % 50 === 25) {
            const askedAt = performance.now();
            const alive = await send(service.url, 'GET', '/healthz');
            longest = Math.max(longest, performance.now() - askedAt);
            const { status: ownStatus } = await signInAgain();
            if (alive.status !== 200) loss = `healthz was answered ${alive.status} meanwhile`;
            if (ownStatus !== 200) loss = `the owner's browser was answered ${ownStatus} meanwhile`;
          }
          tally.count(loss);
          progress(++done);
        });
        const allowed = perAccount + Math.ceil((performance.now() - startedAt) / pace) + 1;
        tally.count(checked > allowed ? `${checked} guesses were checked` : null);
        tally.count(longest > timeLimit(500) ? `healthz took ${longest.toFixed()} ms` : null);
        const elsewhere = await guess(service, '203.0.113.8', 'admin', 'demo-admin-pass');
        tally.count(
          elsewhere.status === 200 ? null : `a new browser of the owner was answered ${elsewhere.status}`,
        );
        return tally.outcome(`${checked} were checked, healthz took ${longest.toFixed()} ms at most`);
      } finally {
        await service.stop();
      }
    },
  },
  {
    table: 'attack',
    name: 'names told by time',
    promise: 'unknown and known names take equally long',
    counts: { quick: 25, full: 250 },
    async run(count, progress) {
      const tally = createTally();
      const service = await startService({ env: { RATE_LIMITS: 'off' } });
      try {
        await signIn(service.url, 'admin');
        const times = { known: [] as number[], unknown: [] as number[] };
        await timed(service, 'nobody');
        for (let i = 0; i < count; i++) {
          // Taken in turns, so that a busy machine slows down both.
          const first = i % 2 === 0;
          if (first) times.known.push(await timed(service, 'admin'));
          times.unknown.push(await timed(service, `nobody${i}`));
          if (!first) times.known.push(await timed(service, 'admin'));
          progress(i + 1);
        }
        const known = percentile(times.known, 0.5);
        const unknown = percentile(times.unknown, 0.5);
        const figures = `${known.toFixed(1)} ms known, ${unknown.toFixed(1)} ms unknown`;
        const difference = Math.abs(known - unknown);
        // Without the decoy an unknown name takes a tenth of the time.
        const tolerance = isQuickForm ? 0.6 : 0.25;
        const isAlike = difference < Math.max(2, tolerance * Math.max(known, unknown));
        for (let i = 0; i < count; i++)
          tally.count(i > 0 || isAlike ? null : `the medians differ: ${figures}`);
        return tally.outcome(`medians ${figures}`);
      } finally {
        await service.stop();
      }
    },
  },
];
