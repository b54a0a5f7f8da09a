import type { ClientDirective } from 'astro';
import { afterPaint } from '../../../lib/after-paint.ts';

/**
 * `client:painted`: with `client:load`, scripts compete with the style sheet, and a background tab starts a payment.
 *
 * The policy allows the inline scripts of the static pages (server/base/http/assets.ts): a directive that only a dashboard
 * uses would not run.
 */
const painted: ClientDirective = (load) => {
  afterPaint(async () => {
    const hydrate = await load();
    await hydrate();
  });
};
export default painted;
