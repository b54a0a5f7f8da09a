import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Sqlite from 'better-sqlite3';

/*
 * The least that could answer: node:http and nothing else. It gets its job as a message, tells its port,
 * and ends with the process that started it.
 */

export type BareJob =
  | { answer: 'file'; path: string; headers: Record<string, string> }
  | { answer: 'setting'; databasePath: string; publishableKey: string };

process.once('message', (job: BareJob) => {
  const server = createServer(job.answer === 'file' ? answerFile(job) : answerSetting(job));
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
});
process.once('disconnect', () => process.exit());

function answerFile({ path, headers }: { path: string; headers: Record<string, string> }): RequestListener {
  const body = readFileSync(path);
  return (_request, response) => {
    response.writeHead(200, { ...headers, 'Content-Length': body.length });
    response.end(body);
  };
}

function answerSetting(job: { databasePath: string; publishableKey: string }): RequestListener {
  const database = new Sqlite(job.databasePath, { readonly: true });
  const select = database.prepare<[string], string>('SELECT value FROM settings WHERE name = ?').pluck();
  return (_request, response) => {
    const cents = Number(select.get('price_cents'));
    const body = JSON.stringify({ price: cents / 100, publishableKey: job.publishableKey, sandbox: true });
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  };
}
