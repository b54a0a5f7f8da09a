import Sqlite from 'better-sqlite3';

/* Has a database open, with something in its `-wal`, until it is killed: what a service does. */

const db = new Sqlite(process.argv[2]);
db.pragma('journal_mode = WAL');
db.exec("INSERT OR REPLACE INTO settings (name, value, updated_at) VALUES ('held', 'yes', 1)");
process.send?.('held');
// What nothing refers to any more would be collected, and closed.
setInterval(() => db.open, 60_000);
