import type { ClientDirective } from 'astro';
import { afterPaint } from './after-paint.ts';

/**
 * `client:painted`: brings an island to life once the page is painted. With `client:load` its scripts compete
 * with the style sheet and the font for a slow connection, and people look at nothing for longer; and a tab
 * that is opened but never looked at would start a payment.
 *
 * All pages use it. The policy allows the inline scripts of the static pages (server/site/assets.ts), and each
 * directive has its own: another one would not run on a dashboard unless a static page had it, too.
 */
const painted: ClientDirective = (load) => {
  afterPaint(async () => {
    const hydrate = await load();
    await hydrate();
  });
};
export default painted;
