import { Hono } from 'hono';
import type { HealthReport } from '../../shared/health.ts';
import { accountRoutes } from '../accounts/account-routes.ts';
import { alertRoutes } from '../alerts/find-alerts.ts';
import type { Readiness } from '../alerts/readiness.ts';
import { auditRoutes } from '../audit/audit-routes.ts';
import { backupRoutes } from '../backups/backup-routes.ts';
import type { Backups } from '../backups/backups.ts';
import { businessRoutes } from '../business/business-routes.ts';
import { type CheckoutGuard, createCheckoutGuard } from '../card-testing/defence.ts';
import { checkoutRoutes } from '../checkout/checkout-routes.ts';
import { clientErrorRoutes } from '../client-errors/client-error-routes.ts';
import type { Context } from '../context/context.ts';
import { correctionRoutes } from '../corrections/correction-routes.ts';
import { customerRoutes } from '../customers/customer-routes.ts';
import { mailRoutes } from '../delivery/mail-routes.ts';
import { doctorRoutes } from '../doctor/doctor-routes.ts';
import { feedbackRoutes } from '../feedback/feedback-routes.ts';
import type { HttpEnv } from '../http/env.ts';
import { answerError, errorBody } from '../http/errors.ts';
import { identify } from '../http/guard.ts';
import { answerAfterCommit, requireOwnOrigin, trackRequests } from '../http/middleware.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { lateReadingRoutes } from '../late-readings/late-reading-routes.ts';
import type { Live } from '../live/live.ts';
import { livePath, liveRoutes } from '../live/live-routes.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { metricsRoutes } from '../metrics/metrics-routes.ts';
import { myOrderRoutes } from '../my-orders/my-order-routes.ts';
import { aftercareRoutes } from '../order-views/aftercare-routes.ts';
import { evidenceRoutes } from '../order-views/evidence-routes.ts';
import { orderRoutes } from '../orders/order-routes.ts';
import { overviewRoutes } from '../overview/overview-routes.ts';
import { paymentRoutes, webhookPath } from '../payments/payment-routes.ts';
import type { Sessions } from '../people/credentials/sessions.ts';
import { signInRoutes } from '../people/sign-in/sign-in-routes.ts';
import { privacyRoutes } from '../privacy/privacy-routes.ts';
import { problemRoutes } from '../problems/problem-routes.ts';
import type { DrawPortrait } from '../profiles/draw-portrait.ts';
import { questionRoutes } from '../questions/question-routes.ts';
import { readingRoutes } from '../readings/reading-routes.ts';
import { removalRoutes } from '../removal/removal-routes.ts';
import { setUpRoutes } from '../set-up/set-up-routes.ts';
import { settingsRoutes } from '../settings/settings-routes.ts';
import { snippetRoutes } from '../snippets/snippet-routes.ts';
import { withdrawalRoutes } from '../withdrawal/withdrawal-routes.ts';

interface AppDependencies {
  context: Context;
  sessions: Sessions;
  rateLimits: RateLimits;
  live: Live;
  publishableKey: string;
  signInPace?: number | undefined;
  /** Decides who may begin a checkout: the place for a captcha. */
  checkoutGuard?: CheckoutGuard | undefined;
  drawPortrait: DrawPortrait;
  backups: Backups;
  readiness: () => Promise<Readiness>;
  findStorageProblem: () => Promise<string | null>;
  lookAtHealth: () => Promise<HealthReport>;
  metrics: Metrics;
}

export function createApp(dependencies: AppDependencies) {
  const { context, sessions } = dependencies;
  const app = new Hono<HttpEnv>();
  app.onError(answerError(context.log));
  app.notFound((c) => c.json(errorBody('route_not_found', 'There is nothing here.'), 404));

  app.use(trackRequests(context, dependencies.metrics.requestAnswered));
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const readiness = await dependencies.readiness();
    return c.json(readiness, readiness.status === 'unavailable' ? 503 : 200);
  });

  app.route('/', metricsRoutes(context, dependencies.metrics));

  app.use('/api/*', answerAfterCommit(context));
  app.use('/api/*', requireOwnOrigin(context, [webhookPath]));
  app.use('/api/*', identify(sessions, context.config.trustedProxyHops, [livePath]));
  app.route('/api', createApi(dependencies));
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
    .route('/', checkoutRoutes(context, rateLimits, guard))
    .route('/', paymentRoutes(context))
    .route('/', orderRoutes(context))
    .route('/', evidenceRoutes(context))
    .route('/', customerRoutes(context))
    .route('/', questionRoutes(context, rateLimits))
    .route('/', feedbackRoutes(context, rateLimits))
    .route('/', problemRoutes(context, rateLimits))
    .route('/', aftercareRoutes(context))
    .route('/', withdrawalRoutes(context, rateLimits))
    .route('/', myOrderRoutes(context, rateLimits))
    .route('/', correctionRoutes(context, rateLimits))
    .route('/', lateReadingRoutes(context))
    .route('/', privacyRoutes(context, rateLimits))
    .route('/', removalRoutes(context))
    .route('/', readingRoutes(context))
    .route('/', snippetRoutes(context))
    .route('/', accountRoutes(context, rateLimits, dependencies.drawPortrait))
    .route('/', mailRoutes(context, rateLimits))
    .route('/', alertRoutes(context, dependencies.findStorageProblem))
    .route('/', auditRoutes(context))
    .route('/', doctorRoutes(context, dependencies.lookAtHealth))
    .route('/', backupRoutes(context, dependencies.backups))
    .route('/', overviewRoutes(context))
    .route('/', liveRoutes(dependencies.live))
    .route('/', clientErrorRoutes(context, rateLimits));
}

export type AppType = ReturnType<typeof createApi>;
