export function formatSize(bytes: number): string {
  const units = ['KB', 'MB', 'GB', 'TB'];
  let amount = bytes / 1_000;
  let unit = 0;
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1_000;
    unit += 1;
  }
  return `${amount >= 10 || unit === 0 ? Math.ceil(amount) : amount.toFixed(1)} ${units[unit]}`;
}
