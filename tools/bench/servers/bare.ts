import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Sqlite from 'better-sqlite3';
import type { TracedStatement } from './sql-trace.ts';

/*
 * The least that could answer: node:http and nothing else. It gets its job as a message, tells its port,
 * and ends with the process that started it.
 */

export type BareJob =
  | { answer: 'file'; path: string; headers: Record<string, string> }
  | { answer: 'setting'; databasePath: string; publishableKey: string }
  | { answer: 'rows'; databasePath: string; statements: TracedStatement[] };

process.once('message', (job: BareJob) => {
  const server = createServer(listenerFor(job));
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
});
process.once('disconnect', () => process.exit());

function listenerFor(job: BareJob): RequestListener {
  if (job.answer === 'file') return answerFile(job);
  return job.answer === 'setting' ? answerSetting(job) : answerRows(job);
}

function answerFile({ path, headers }: { path: string; headers: Record<string, string> }): RequestListener {
  const body = readFileSync(path);
  // Names and values in turn, as `writeHead` takes them fastest.
  const flat = Object.entries(headers).flat();
  return (_request, response) => {
    response.writeHead(200, flat);
    response.end(body);
  };
}

function answerSetting(job: { databasePath: string; publishableKey: string }): RequestListener {
  const database = openReadOnly(job.databasePath);
  const select = database.prepare<[string], string>('SELECT value FROM settings WHERE name = ?').pluck();
  return (_request, response) => {
    const cents = Number(select.get('price_cents'));
    sendJson(response, { price: cents / 100, publishableKey: job.publishableKey, sandbox: true });
  };
}

/** Runs all statements for each request, and answers with the rows of the one that reads most. */
function answerRows(job: { databasePath: string; statements: TracedStatement[] }): RequestListener {
  const database = openReadOnly(job.databasePath);
  const queries = job.statements.map(({ sql, parameters }) => {
    const statement = database.prepare<unknown[], object>(sql);
    return () => statement.all(...parameters);
  });
  // Which orders are on a page takes a row more than the page has, of one number each.
  const sizes = queries.map((query) => JSON.stringify(query()).length);
  const answered = sizes.indexOf(Math.max(...sizes));
  return (_request, response) => {
    const found = queries.map((query) => query());
    sendJson(response, found[answered]);
  };
}

function openReadOnly(path: string): Sqlite.Database {
  return new Sqlite(path, { readonly: true });
}

function sendJson(response: Parameters<RequestListener>[1], value: unknown): void {
  const body = JSON.stringify(value);
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
