import { inParallel, openBrowser, send, signIn } from '../running-service/browser.ts';
import { type AttackedService, startService } from '../running-service/service.ts';
import { sources } from '../running-service/sources.ts';
import { isQuickForm, percentile, type Trial, timeLimit } from '../trial.ts';

const perWindow = 10;
/** How many wrong passwords slow an account down, and then the milliseconds between checks. */
const perAccount = 20;
const paceMs = 5_000;
const password = 'demo-admin-pass';

/** Behind one proxy of ours, the proxy adds the last entry; the others are the guesser's inventions. */
function guess(service: AttackedService, address: string, username: string, word: string) {
  const browser = openBrowser(service.url, { 'x-forwarded-for': address });
  return browser.call('POST', '/api/login', { username, password: word });
}

const perAddress: Trial = {
  table: 'attack',
  name: 'password guesses',
  promise:
    'at most 10 per window and address, however often an account of one’s own is signed in to between; other addresses still get in',
  counts: { quick: 240, full: 10_000 },
  async run(times, { count, after, isBundle }) {
    const service = await startService({ isBundle, env: { TRUSTED_PROXY_HOPS: '1' } });
    after(service.stop);
    const share = Math.ceil(times / Object.keys(sources).length);
    let checkedInAll = 0;
    for (const [what, addressOf] of Object.entries(sources)) {
      let checked = 0;
      await inParallel(share, 16, async (i) => {
        if (i % 4 === 0) await guess(service, addressOf(i), 'reader1', 'demo-reader-pass');
        const username = i % 2 ? 'admin' : `unknown${i}`;
        const { status, headers } = await guess(service, addressOf(i), username, `guess ${i}`);
        if (status === 401) checked += 1;
        const isTold = status === 401 || (status === 429 && Number(headers['retry-after']) > 0);
        count(isTold ? null : `guess ${i} was answered ${status}, again after ${headers['retry-after']}`);
      });
      count(checked <= perWindow ? null : `${checked} guesses from ${what} were checked`);
      checkedInAll += checked;
    }
    const late = await guess(service, '203.0.113.7', 'admin', password);
    count(late.status === 429 ? null : `the right password was answered ${late.status} to a guesser`);
    for (const address of ['203.0.113.9', '2001:db8:1:3::1', '203.0.113.7, 203.0.113.10']) {
      const { status } = await guess(service, address, 'admin', password);
      count(status === 200 ? null : `the admin at ${address} was answered ${status}`);
    }
    return `${checkedInAll} of ${share * 3} were checked`;
  },
};

const fromEverywhere: Trial = {
  table: 'attack',
  name: 'password guesses from everywhere',
  promise:
    'guesses at one account, each from another address, are slowed; its owner gets in beside them and others are answered',
  counts: { quick: 150, full: 2_000 },
  async run(times, { count, after, isBundle }) {
    const service = await startService({ isBundle, env: { TRUSTED_PROXY_HOPS: '1' } });
    after(service.stop);
    const own = openBrowser(service.url, { 'x-forwarded-for': '203.0.113.7' });
    const signInAgain = () => own.call('POST', '/api/login', { username: 'admin', password });
    await signInAgain();
    const startedAt = performance.now();
    let checked = 0;
    let longest = 0;
    await inParallel(times, 16, async (i) => {
      const { status } = await guess(service, `198.51.${i >> 8}.${i & 255}`, 'admin', `guess ${i}`);
      if (status === 401) checked += 1;
      count(status === 401 || status === 429 ? null : `guess ${i + 1} was answered ${status}`);
      if (i % 50 !== 25) return;
      const askedAt = performance.now();
      const alive = await send(service.url, 'GET', '/healthz');
      longest = Math.max(longest, performance.now() - askedAt);
      const { status: ownStatus } = await signInAgain();
      count(alive.status === 200 ? null : `healthz was answered ${alive.status} beside guesses`);
      count(ownStatus === 200 ? null : `the owner's browser was answered ${ownStatus} beside guesses`);
    });
    const allowed = perAccount + Math.ceil((performance.now() - startedAt) / paceMs) + 1;
    count(checked > allowed ? `${checked} guesses were checked` : null);
    count(longest > timeLimit(500) ? `healthz took ${longest.toFixed()} ms` : null);
    const elsewhere = await guess(service, '203.0.113.8', 'admin', password);
    count(elsewhere.status === 200 ? null : `a new browser of the owner was answered ${elsewhere.status}`);
    return `${checked} were checked, healthz took ${longest.toFixed()} ms at most`;
  },
};

const toldByTime: Trial = {
  table: 'attack',
  name: 'names told by time',
  promise: 'unknown and known names take equally long',
  counts: { quick: 25, full: 250 },
  async run(times, { count, after, isBundle }) {
    const service = await startService({ isBundle, env: { RATE_LIMITS: 'off' } });
    after(service.stop);
    await signIn(service.url, 'admin');
    async function measure(username: string): Promise<number> {
      const startedAt = performance.now();
      const { status } = await guess(service, '', username, 'not the password');
      count(status === 401 ? null : `answered ${status}`);
      return performance.now() - startedAt;
    }
    const measured = { known: [] as number[], unknown: [] as number[] };
    await measure('unknown');
    for (let i = 0; i < times; i++) {
      // Alternates, so that a busy machine slows down both.
      if (i % 2 === 0) measured.known.push(await measure('admin'));
      measured.unknown.push(await measure(`unknown${i}`));
      if (i % 2 === 1) measured.known.push(await measure('admin'));
    }
    const known = percentile(measured.known, 0.5);
    const unknown = percentile(measured.unknown, 0.5);
    const figures = `medians ${known.toFixed(1)} ms known, ${unknown.toFixed(1)} ms unknown`;
    // Without the decoy hash, an unknown name takes a tenth of the time.
    const tolerance = isQuickForm ? 0.6 : 0.25;
    const isAlike = Math.abs(known - unknown) < Math.max(2, tolerance * Math.max(known, unknown));
    count(isAlike ? null : figures);
    return figures;
  },
};

export const trials: Trial[] = [perAddress, fromEverywhere, toldByTime];
