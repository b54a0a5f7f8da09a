import { createServer } from 'node:http';
import Sqlite from 'better-sqlite3';

/*
 * What every Node server with a database has to load: node:http and better-sqlite3. Plain JavaScript, so that
 * nothing is compiled before it runs. Called with the port and the database.
 */

const [, , port, path] = process.argv;
const database = new Sqlite(path, { readonly: true });
const answer = database.prepare('SELECT count(*) AS tables FROM sqlite_master');

createServer((_request, response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(answer.get()));
}).listen(Number(port), '127.0.0.1');
