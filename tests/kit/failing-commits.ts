import type { TestApp } from './test-app.ts';

/** Makes each commit that wrote to a table fail, as on a full disk. @returns a function that ends this */
export function failCommitsOf(app: TestApp, table: string, change: 'INSERT' | 'UPDATE'): () => void {
  const client = app.db.$client;
  client.exec(`CREATE TABLE IF NOT EXISTS parents (id INTEGER PRIMARY KEY);
    CREATE TABLE IF NOT EXISTS children (parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER fail_commit AFTER ${change} ON ${table} BEGIN INSERT INTO children VALUES (404); END`);
  return () => client.exec('DROP TRIGGER fail_commit');
}
