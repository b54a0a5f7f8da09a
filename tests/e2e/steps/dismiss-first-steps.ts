import { signIn } from '../../faults/running-service/browser.ts';
import { genuine, product } from './servers.ts';

/** The shared shops are no new ones: their stories find the desk without its first steps (site/set-up tells those). */
export default async function dismissFirstSteps(): Promise<void> {
  for (const { url } of [product, genuine]) {
    const admin = await signIn(url, 'admin');
    const { status } = await admin.call('PUT', '/api/first-steps', { note: 'dismissed' });
    if (status !== 200) throw new Error(`The first steps were not dismissed at ${url}: ${status}`);
  }
}
