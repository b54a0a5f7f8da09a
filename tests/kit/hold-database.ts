import Sqlite from 'better-sqlite3';

/* Holds a database open, with data in its `-wal`, until killed, like a service. */

const db = new Sqlite(process.argv[2]);
db.pragma('journal_mode = WAL');
db.exec("INSERT OR REPLACE INTO settings (name, value, updated_at) VALUES ('held', 'yes', 1)");
process.send?.('held');
// Without a reference it would be collected, and closed.
setInterval(() => db.open, 60_000);
