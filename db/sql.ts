import type { Column, SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';

export const inList = (column: Column | SQL, values: readonly (string | number)[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
