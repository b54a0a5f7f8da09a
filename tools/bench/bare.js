import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import Sqlite from 'better-sqlite3';

/*
 * The minimum the product is compared with: `node:http`, which sends a file, runs SQL and sends rows as JSON,
 * or writes an order's rows. Plain JavaScript, so nothing is compiled. Called with a port and a job.
 */

const [, , port, job] = process.argv;
const { file, headers, database, queries, orderWrites } = JSON.parse(job);
createServer(file ? sendFile() : queries ? sendRows() : writeOrders()).listen(Number(port), '127.0.0.1');

function sendFile() {
  const body = readFileSync(file);
  const flat = Object.entries(headers).flat();
  return (_request, response) => response.writeHead(200, flat).end(body);
}

/** Runs all queries for each request, and sends the rows of the one that finds the most. */
function sendRows() {
  const client = new Sqlite(database, { readonly: true });
  const statements = queries.map(({ sql }) => client.prepare(sql));
  const readAll = () => statements.map((statement, index) => statement.all(...queries[index].parameters));
  const sizes = readAll().map((rows) => JSON.stringify(rows).length);
  const largest = sizes.indexOf(Math.max(...sizes));
  return (_request, response) => {
    const body = JSON.stringify(readAll()[largest]);
    response.setHeader('Content-Type', 'application/json');
    response.writeHead(200, { 'Content-Length': Buffer.byteLength(body) }).end(body);
  };
}

/** Writes the rows of one request of an order, `/0/17` and `/1/17`, in as many transactions as the product. */
function writeOrders() {
  const client = new Sqlite(database);
  client.pragma('synchronous = FULL');
  for (const name of ['canonical_email', 'mailbox_of', 'fold_code']) {
    client.function(name, { deterministic: true, directOnly: true }, (text) => text);
  }
  const own = new Set(orderWrites.own);
  const requests = orderWrites.requests.map((transactions) =>
    transactions.map((writes) =>
      writes.map(({ sql, parameters }) => ({ statement: client.prepare(sql), parameters })),
    ),
  );
  const write = client.transaction((writes, number) => {
    for (const { statement, parameters } of writes) {
      const values = parameters.map((value) =>
        own.has(value) ? `${value}-${number}` : value?.next ? value.next + number : value,
      );
      if (statement.reader) statement.all(...values);
      else statement.run(...values);
    }
  });
  return (request, response) => {
    const [index, number] = request.url.slice(1).split('/').map(Number);
    for (const writes of requests[index] ?? []) write.immediate(writes, number);
    response.writeHead(200, { 'Content-Length': 2 }).end('{}');
  };
}
