import { Hono } from 'hono';
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
import { createErrorHandler, errorBody } from '../base/http/errors.ts';
import { type HttpEnv, identify } from '../base/http/guard.ts';
import { refuseOtherSites, trackRequests } from '../base/http/middleware.ts';
import type { RateLimits } from '../base/http/rate-limits.ts';
import type { WebhookWatch } from '../base/webhook-watch.ts';
import { checkoutRoutes } from '../checkout/checkout-routes.ts';
import { mailRoutes } from '../mailing/mail-routes.ts';
import { backupRoutes } from '../ops/backups/backup-routes.ts';
import type { Backups } from '../ops/backups/backups.ts';
import { clientErrorRoutes } from '../ops/client-error-routes.ts';
import { doctorRoutes } from '../ops/doctor/doctor-routes.ts';
import { alertRoutes } from '../ops/find-alerts.ts';
import type { Metrics } from '../ops/metrics.ts';
import { metricsRoutes } from '../ops/metrics-routes.ts';
import { privacyRoutes } from '../ops/privacy/privacy-routes.ts';
import type { Readiness } from '../ops/readiness.ts';
import type { Troubles } from '../ops/stripe-alerts.ts';
import { orderRoutes } from '../orders/order-routes.ts';
import { questionRoutes } from '../orders/questions/question-routes.ts';
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
import { setUpRoutes } from './set-up/set-up-routes.ts';

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
}

export function createApp(dependencies: AppDependencies) {
  const { context, sessions } = dependencies;
  const app = new Hono<HttpEnv>();
  app.onError(createErrorHandler(context.log));
  app.notFound((c) => c.json(errorBody('route_not_found', 'There is nothing here.'), 404));

  app.use(trackRequests(context, dependencies.scope, dependencies.metrics.requestAnswered));
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const readiness = await dependencies.readiness();
    return c.json(readiness, readiness.status === 'unavailable' ? 503 : 200);
  });

  app.route('/', metricsRoutes(context, dependencies.metrics));

  app.use('/api/*', refuseOtherSites(context, [webhookPath]));
  app.use('/api/*', identify(sessions, context.config.trustedProxyHops, [livePath]));
  app.route('/api', createApi(dependencies));
  app.use('/order/*', identify(sessions, context.config.trustedProxyHops, []));
  app.route('/', letterRoutes(context, dependencies.rateLimits));
  return app;
}

function createApi(dependencies: AppDependencies) {
  const { context, sessions, rateLimits, publishableKey } = dependencies;
  const guard = dependencies.checkoutGuard ?? createCheckoutGuard(context);
  return new Hono<HttpEnv>()
    .route('/', signInRoutes(context, sessions, rateLimits, dependencies.signInPace))
    .route('/', setUpRoutes(context, sessions, rateLimits))
    .route('/', settingsRoutes(context, publishableKey))
    .route('/', businessRoutes(context))
    .route('/', checkoutRoutes(context, rateLimits, guard, dependencies.recentPayments))
    .route('/', paymentRoutes(context, dependencies.webhooks))
    .route('/', orderRoutes(context))
    .route('/', orderDeskRoutes(context))
    .route('/', questionRoutes(context, rateLimits))
    .route('/', aftercareRoutes(context, rateLimits))
    .route('/', withdrawalRoutes(context, rateLimits))
    .route('/', myOrderRoutes(context, rateLimits))
    .route('/', correctionRoutes(context, rateLimits))
    .route('/', privacyRoutes(context, rateLimits))
    .route('/', readingRoutes(context))
    .route('/', snippetRoutes(context))
    .route('/', accountRoutes(context, rateLimits))
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
