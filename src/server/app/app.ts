import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';
import type { HealthReport } from '../../shared/ops/health.ts';
import { accountRoutes } from '../admin/account-routes.ts';
import { auditRoutes } from '../admin/audit-routes.ts';
import type { Live } from '../admin/live.ts';
import { livePath, liveRoutes } from '../admin/live-routes.ts';
import { orderDeskRoutes } from '../admin/order-desk-routes.ts';
import { overviewRoutes } from '../admin/overview-routes.ts';
import { aftercareRoutes } from '../aftercare/aftercare-routes.ts';
import { myOrderRoutes } from '../aftercare/my-order-routes.ts';
import { correctionRoutes } from '../aftercare/order-page/correction-routes.ts';
import { letterRoutes } from '../aftercare/order-page/letter-routes.ts';
import type { Context, WorkScope } from '../base/context.ts';
import { sendAsset } from '../base/http/assets.ts';
import { createErrorHandler, errorBody } from '../base/http/errors.ts';
import { type HttpEnv, identify } from '../base/http/guard.ts';
import { refuseMalformed, refuseOtherSites, trackRequests } from '../base/http/middleware.ts';
import { redirectToPublicHost } from '../base/http/public-host.ts';
import type { RateLimits } from '../base/http/rate-limits.ts';
import { dataHeaders, headersSetBy, securityHeaders } from '../base/http/security-headers.ts';
import { createPictureReader } from '../base/render-picture.ts';
import type { WebhookWatch } from '../base/webhook-watch.ts';
import { checkoutRoutes } from '../checkout/checkout-routes.ts';
import { waitlistRoutes } from '../checkout/waitlist-routes.ts';
import { mailRoutes } from '../mailing/mail-routes.ts';
import { alertRoutes, type Troubles } from '../ops/alerts.ts';
import { backupRoutes } from '../ops/backups/backup-routes.ts';
import type { Backups } from '../ops/backups/backups.ts';
import { clientErrorRoutes } from '../ops/client-error-routes.ts';
import { doctorRoutes } from '../ops/doctor/doctor-routes.ts';
import type { Metrics } from '../ops/metrics.ts';
import { metricsRoutes } from '../ops/metrics-routes.ts';
import { privacyRoutes } from '../ops/privacy/privacy-routes.ts';
import type { Readiness } from '../ops/readiness.ts';
import { messageRoutes } from '../orders/messages/message-routes.ts';
import { orderRoutes } from '../orders/order-routes.ts';
import type { RecentPayments } from '../payments/confirm-payment.ts';
import { type CheckoutGuard, createCheckoutGuard } from '../payments/defense.ts';
import { readServiceId } from '../payments/payment-repository.ts';
import { paymentRoutes, webhookPath } from '../payments/payment-routes.ts';
import { withdrawalRoutes } from '../payments/withdrawal-routes.ts';
import type { Sessions } from '../people/sessions.ts';
import { signInRoutes } from '../people/sign-in-routes.ts';
import { readingRoutes } from '../readings/reading-routes.ts';
import { snippetRoutes } from '../readings/snippet-routes.ts';
import { businessRoutes } from '../shop/business-routes.ts';
import { settingsRoutes } from '../shop/settings-routes.ts';
import type { Memory, Site, WordsCache } from './public-pages.ts';
import { setUpRoutes } from './set-up/set-up-routes.ts';
import { visitorPages, visitorRoutes } from './visitor-pages.ts';

interface AppDependencies {
  context: Context;
  scope: WorkScope;
  sessions: Sessions;
  rateLimits: RateLimits;
  recentPayments: RecentPayments;
  live: Live;
  publishableKey: string;
  signInPace?: number | undefined;
  /** Decides who may begin a checkout: the place for a captcha. */
  checkoutGuard?: CheckoutGuard | undefined;
  backups: Backups;
  webhooks: WebhookWatch;
  troubles: Troubles;
  readiness: () => Promise<Readiness>;
  findStorageProblem: () => Promise<string | null>;
  runHealthChecks: () => Promise<HealthReport>;
  metrics: Metrics;
  words: WordsCache;
  memory: Memory;
  /** Null where nothing is built: in most tests, and in development, where Astro's own server has the pages. */
  site: Site | null;
  sandbox: Pick<Hono, 'fetch'> | null;
}

/** The paths that answer programs instead of people. */
const dataPaths = ['/api/*', '/healthz', '/readyz', '/metrics', '/order/:id/letter.pdf'];

/** Other sites may call these: Stripe signs its events, and its API is public, also in the sandbox. */
const callsOfOthers = new RegExp(`^${webhookPath}$|^/sandbox/stripe/v1/`);

/** The sandbox paths for customers' browsers; in production the rest is for admins. */
const sandboxOfBrowsers = /^\/sandbox\/stripe\/(stripe\.js|v1(\/\w+)+)$/;

/** Builds the app: a request passes these handlers in order until one answers. */
export function createApp(dependencies: AppDependencies) {
  const { context, sessions, memory, metrics, site, sandbox } = dependencies;
  const { config } = context;
  const app = new Hono<HttpEnv>();
  app.onError(createErrorHandler(context.log));

  const pageHeaders = securityHeaders(config, site?.scriptHashes ?? []);
  app.use(redirectToPublicHost(config, headersSetBy(pageHeaders)));
  // Has its headers already: adding them to each answer costs a fifth of its time.
  app.use(answerFromMemory(dependencies));
  app.use(pageHeaders);
  app.use(trackRequests(context, dependencies.scope, metrics.requestAnswered));
  app.on('ALL', dataPaths, async (c, next) => {
    for (const [name, value] of Object.entries(dataHeaders)) c.header(name, value);
    await next();
  });
  app.use(refuseMalformed);
  app.use(refuseOtherSites(context, callsOfOthers));
  app.use(identify(sessions, config.trustedProxyHops, [livePath]));

  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const readiness = await dependencies.readiness();
    return c.json(readiness, readiness.status === 'unavailable' ? 503 : 200);
  });
  app.route('/', metricsRoutes(context, metrics));
  app.route('/api', createApi(dependencies));
  app.route('/', letterRoutes(context, dependencies.rateLimits));
  app.on('ALL', dataPaths, (c) => c.json(errorBody('route_not_found', 'There is nothing here.'), 404));

  if (sandbox) {
    app.all('/sandbox/*', (c) => {
      const isOpen = !config.isProduction || sandboxOfBrowsers.test(c.req.path);
      return isOpen || c.get('user')?.role === 'admin' ? sandbox.fetch(c.req.raw) : c.notFound();
    });
  }
  app.use((c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    c.header('Allow', 'GET, HEAD');
    return Promise.resolve(c.json(errorBody('invalid_request', 'Pages can only be read.'), 405));
  });
  app.use('/admin/login', (c, next) => {
    const user = c.get('user');
    return user ? Promise.resolve(redirect(c, `/${user.role}/dashboard`)) : next();
  });
  if (site) app.route('/', visitorRoutes(context, dependencies.words, site.render));
  app.use(async (c) => {
    const found = await memory.find(c.req.path);
    if (found) return sendAsset(c, found, c.req.path === '/404' ? 404 : 200);
    const place = findPlace(memory, c.req.path);
    return place === null ? c.notFound() : redirect(c, place + new URL(c.req.url).search);
  });
  app.notFound(async (c) => {
    const page = await memory.find('/404')?.catch(() => undefined);
    return page ? sendAsset(c, page, 404) : c.json(errorBody('route_not_found', 'Page Not Found'), 404);
  });
  return app;
}

/** Answers from memory at an exact path; skips the sign-in page for callers with a session cookie. */
function answerFromMemory(dependencies: AppDependencies): MiddlewareHandler<HttpEnv> {
  const { memory, metrics, sessions } = dependencies;
  return async (c, next) => {
    const { method, path } = c.req;
    const [sent = ''] = (c.env?.incoming?.url ?? path).split('?', 1);
    const isRead = (method === 'GET' || method === 'HEAD') && sent !== '/404';
    const mayBeLed = sent === '/admin/login' && c.req.header('cookie')?.includes(sessions.cookieName);
    // A page that cannot be rendered is tried once more at the end of the list, which reports the error.
    const found = isRead && !mayBeLed ? await memory.find(sent)?.catch(() => undefined) : undefined;
    if (!found) return next();
    const answer = sendAsset(c, found);
    metrics.fileAnswered(answer.status);
    return answer;
  };
}

/** Redirects temporarily: browsers would remember a permanent mistake. */
function redirect(c: HonoContext, place: string): Response {
  c.header('Cache-Control', 'no-store');
  return c.redirect(place);
}

/** Returns the current path for an old path, one with capitals, or a desk's short name; null for others. */
function findPlace(memory: Memory, path: string): string | null {
  const lower = path.toLowerCase();
  const [, desk] = /^\/(admin|reader)\/?$/.exec(lower) ?? [];
  if (desk) return `/${desk}/dashboard`;
  return visitorPages.includes(lower) ? lower : memory.placeOf(path);
}

function createApi(dependencies: AppDependencies) {
  const { context, sessions, rateLimits, publishableKey } = dependencies;
  const readPicture = createPictureReader((userId) => rateLimits.portrait.take(userId));
  const guard = dependencies.checkoutGuard ?? createCheckoutGuard(context);
  return new Hono<HttpEnv>()
    .route('/', signInRoutes(context, sessions, rateLimits, dependencies.signInPace))
    .route('/', setUpRoutes(context, sessions, rateLimits))
    .route('/', settingsRoutes(context, publishableKey, readPicture))
    .route('/', businessRoutes(context, readPicture))
    .route('/', checkoutRoutes(context, rateLimits, guard, dependencies.recentPayments))
    .route('/', waitlistRoutes(context, rateLimits))
    .route('/', paymentRoutes(context, dependencies.webhooks))
    .route('/', orderRoutes(context))
    .route('/', orderDeskRoutes(context))
    .route('/', messageRoutes(context, rateLimits))
    .route('/', aftercareRoutes(context, rateLimits))
    .route('/', withdrawalRoutes(context, rateLimits))
    .route('/', myOrderRoutes(context, rateLimits))
    .route('/', correctionRoutes(context, rateLimits))
    .route('/', privacyRoutes(context, rateLimits))
    .route('/', readingRoutes(context))
    .route('/', snippetRoutes(context))
    .route('/', accountRoutes(context, rateLimits, readPicture))
    .route('/', mailRoutes(context, rateLimits))
    .route('/', alertRoutes(context, dependencies.troubles, dependencies.findStorageProblem))
    .route('/', auditRoutes(context))
    .route('/', doctorRoutes(context, readServiceId(context.db), dependencies.runHealthChecks))
    .route('/', backupRoutes(context, dependencies.backups))
    .route('/', overviewRoutes(context))
    .route('/', liveRoutes(dependencies.live))
    .route('/', clientErrorRoutes(context, rateLimits));
}

export type AppType = ReturnType<typeof createApi>;
