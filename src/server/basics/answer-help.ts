/** Says how a command is used, and ends with 0, where it was asked for that. */
export function answerHelp(usage: string): void {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return;
  process.stdout.write(`${usage}\n`);
  process.exit();
}

/** @returns what a command ends with that has failed: 2 when it was called in a way that it does not understand, else 1 */
export function statusOf(error: unknown, usage: string): 1 | 2 {
  if (!(error instanceof Error)) return 1;
  const isUnknownOption = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return isUnknownOption || error.message === usage ? 2 : 1;
}
