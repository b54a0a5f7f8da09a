import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type Stripe from 'stripe';
import { resourceMissing } from './payments/api-errors.ts';
import type { Params } from './payments/params.ts';

interface ObjectKinds {
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning;
  review: Stripe.Review;
  webhook_endpoint: Stripe.WebhookEndpoint;
  payment_method_domain: Stripe.PaymentMethodDomain;
  account: Stripe.Account;
  event: Stripe.Event;
}
export type Kind = keyof ObjectKinds;
export type StoredObject = ObjectKinds[Kind];

/** Stripe's parameters of a list; `since` and `until` are Unix times in seconds, both included. */
type ListQuery = Omit<Params<'list'>, 'created' | 'type'> & { since?: number; until?: number | undefined };

export type Store = ReturnType<typeof openStore>;

const randomId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`;

const schema = `
  CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    type TEXT,
    created INTEGER NOT NULL,
    payment_intent TEXT,
    charge TEXT,
    json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS objects_kind ON objects (kind, seq);
  CREATE INDEX IF NOT EXISTS objects_intent ON objects (payment_intent) WHERE payment_intent IS NOT NULL;
  CREATE INDEX IF NOT EXISTS objects_charge ON objects (charge) WHERE charge IS NOT NULL;
  CREATE TABLE IF NOT EXISTS idempotency (
    key TEXT PRIMARY KEY,
    request_hash TEXT NOT NULL,
    request_id TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS idempotency_age ON idempotency (created_at);
  CREATE TABLE IF NOT EXISTS sendings (
    seq INTEGER PRIMARY KEY,
    event_id TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL,
    queued_at INTEGER NOT NULL,
    UNIQUE (event_id, endpoint_id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS sendings_due ON sendings (due_at, seq);
  CREATE TABLE IF NOT EXISTS endpoint_secrets (
    endpoint_id TEXT PRIMARY KEY,
    secret TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS later (
    object_id TEXT PRIMARY KEY,
    step TEXT NOT NULL,
    due_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS mails (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    message_id TEXT NOT NULL,
    to_name TEXT NOT NULL,
    to_address TEXT NOT NULL,
    sender TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    html TEXT NOT NULL,
    accepted_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS attachments (
    mail_id TEXT NOT NULL,
    filename TEXT NOT NULL,
    bytes INTEGER NOT NULL
  ) STRICT;
`;

function openDatabase(path: string): Database.Database {
  if (path !== ':memory:') {
    mkdirSync(dirname(path), { recursive: true });
    // It contains all mail: only its user may read it.
    closeSync(openSync(path, 'a', 0o600));
  }
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('busy_timeout = 2000');
  db.pragma('trusted_schema = OFF');
  db.exec(schema);
  return db;
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

/** Opens the sandbox's SQLite file, creating it if needed. @param newId makes an id with a prefix such as `pi` */
export function openStore(path: string, newId: (prefix: string) => string = randomId) {
  const db = openDatabase(path);
  const put = db.prepare(
    `INSERT INTO objects (id, kind, type, created, payment_intent, charge, json)
     VALUES (@id, @kind, @type, @created, @paymentIntent, @charge, @json)
     ON CONFLICT (id) DO UPDATE SET json = excluded.json`,
  );
  const get = db.prepare<[string, string], { json: string }>(
    'SELECT json FROM objects WHERE id = ? AND kind = ?',
  );
  const remove = db.prepare<[string, string]>('DELETE FROM objects WHERE id = ? AND kind = ?');
  const list = db
    .prepare<[object], string>(
      `SELECT json FROM objects WHERE kind = @kind AND created >= @since
        AND (@before IS NULL OR seq < @before) AND (@until IS NULL OR created <= @until)
        AND (@payment_intent IS NULL OR payment_intent = @payment_intent) AND (@charge IS NULL OR charge = @charge)
        AND (@domain_name IS NULL OR json ->> 'domain_name' = @domain_name)
        AND (@types IS NULL OR type IN (SELECT value FROM json_each(@types)))
        AND (@delivered IS NULL OR (json ->> 'pending_webhooks' = 0) = @delivered)
        ORDER BY seq DESC LIMIT @limit`,
    )
    .pluck();
  const position = db
    .prepare<[string, string], number>('SELECT seq FROM objects WHERE id = ? AND kind = ?')
    .pluck();

  function getObject<K extends Kind>(kind: K, id: string): ObjectKinds[K] | undefined {
    const row = get.get(id, kind);
    return row && JSON.parse(row.json);
  }

  return {
    db,
    newId,
    /** Runs `work` in a transaction; an error rolls back its writes. Can be nested. */
    transaction: <T>(work: () => T): T => db.transaction(work).immediate(),
    put(object: StoredObject): void {
      put.run({
        id: object.id,
        kind: object.object,
        created: object.created ?? 0,
        json: JSON.stringify(object),
        type: object.object === 'event' ? object.type : null,
        paymentIntent: 'payment_intent' in object ? idOf(object.payment_intent) : null,
        charge: 'charge' in object ? idOf(object.charge) : null,
      });
    },
    get: getObject,
    find<K extends Kind>(kind: K, id: string, param?: string): ObjectKinds[K] {
      const object = getObject(kind, id);
      if (!object) throw resourceMissing(kind, id, param);
      return object;
    },
    remove: (kind: Kind, id: string) => remove.run(id, kind),
    /** Newest first. @throws {StripeApiError} when the cursor names no object of this kind */
    list<K extends Kind>(kind: K, query: ListQuery) {
      const { limit = 100, starting_after, types, delivery_success, ...filters } = query;
      const before = starting_after === undefined ? null : position.get(starting_after, kind);
      if (before === undefined) throw resourceMissing(kind, starting_after ?? '', 'starting_after');
      const rows = list.all({
        ...{ since: 0, until: null, payment_intent: null, charge: null, domain_name: null },
        ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)),
        ...{ kind, before, limit: limit + 1 },
        types: types?.length ? JSON.stringify(types) : null,
        delivered: delivery_success === undefined ? null : Number(delivery_success),
      });
      const data = rows.slice(0, limit).map((json) => JSON.parse(json) as ObjectKinds[K]);
      return { data, hasMore: rows.length > limit };
    },
    close: () => db.close(),
  };
}
