/** A copy of the database that was made whole. */
export interface LastBackup {
  /** When it was begun, in milliseconds: what was written later is not in it. */
  at: number;
  file: string;
  bytes: number;
  seconds: number;
}
