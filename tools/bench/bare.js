import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import Sqlite from 'better-sqlite3';

/*
 * The least that could answer, with which the product is compared: `node:http`, which sends a file, or runs SQL and
 * sends rows as JSON. Plain JavaScript, so that nothing is compiled when it starts. Called with a port and a job.
 */

const [, , port, job] = process.argv;
const { file, headers, database, queries } = JSON.parse(job);
createServer(file ? sendFile() : sendRows()).listen(Number(port), '127.0.0.1');

function sendFile() {
  const body = readFileSync(file);
  const flat = Object.entries(headers).flat();
  return (_request, response) => response.writeHead(200, flat).end(body);
}

/** Runs all queries for each request, and sends the rows of the one that finds most. */
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
