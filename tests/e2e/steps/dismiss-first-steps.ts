import { signIn } from '../../faults/running-service/browser.ts';
import { genuine, product } from './servers.ts';

/** Dismisses the first steps in the shared shops, which are not new (site/set-up tests the first steps). */
export default async function dismissFirstSteps(): Promise<void> {
  for (const { url } of [product, genuine]) {
    const admin = await signIn(url, 'admin');
    const { status } = await admin.call('PUT', '/api/first-steps', { note: 'dismissed' });
    if (status !== 200) throw new Error(`The first steps were not dismissed at ${url}: ${status}`);
  }
}
