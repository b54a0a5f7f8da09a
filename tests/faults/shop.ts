import Sqlite from 'better-sqlite3';
import { startSandbox } from '../../src/sandbox/index.ts';
import { sandboxKeys } from '../../src/sandbox/sandbox-keys.ts';
import { signIn } from './running-service/browser.ts';
import { startService } from './running-service/service.ts';
import { openApiFront } from './servers/api-front.ts';
import { findFreePort } from './servers/free-port.ts';
import { startMailServer } from './servers/mail-server.ts';
import { createStripe, silent } from './servers/stripe-sandbox.ts';
import type { Run } from './trial.ts';

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** Starts the service in its own process; Stripe and the mail server run outside of it and outlive it. */
export async function openShop({ after, isBundle }: Run) {
  const port = await findFreePort();
  const webhookUrl = `http://127.0.0.1:${port}/api/stripe/webhook`;
  const mailServer = await startMailServer();
  after(mailServer.close);
  const sandbox = await startSandbox({ storePath: ':memory:', port: 0, webhookUrl, log: silent });
  after(sandbox.close);
  const front = await openApiFront(sandbox.apiBase);
  after(front.close);
  const service = await startService({
    port,
    isBundle,
    env: {
      STRIPE_SECRET_KEY: sandboxKeys.secretKey,
      STRIPE_PUBLISHABLE_KEY: sandboxKeys.publishableKey,
      STRIPE_WEBHOOK_SECRET: sandboxKeys.webhookSecret,
      STRIPE_API_BASE: front.apiBase,
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Career Tarot <hello@career-tarot.example>',
      APPROVAL_UNDO_SECONDS: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
  });
  after(service.stop);
  return {
    service,
    mailServer,
    front,
    stripeApi: sandbox.apiBase,
    stripe: createStripe(sandbox.apiBase),
    admin: await signIn(service.url, 'admin'),
    /** Opens the database beside the service. @param look must not await anything */
    look<T>(look: (file: Sqlite.Database) => T): T {
      const file = new Sqlite(service.databasePath);
      try {
        return look(file);
      } finally {
        file.close();
      }
    },
  };
}

/** @returns the Message-IDs of the mails not noted as sent */
export function unsentMails(file: Sqlite.Database): Set<string> {
  const rows = file.prepare<[], string>("SELECT message_id FROM outbox WHERE state = 'queued'").pluck().all();
  return new Set(rows);
}
