const most = 1_000;

/** @returns why a reader cannot take at most so many open orders, or null when they can */
export function maxOpenOrdersProblem(count: number): string | null {
  if (!Number.isInteger(count)) return 'The most open orders are a whole number.';
  if (count < 1) return 'A reader takes at least 1 open order.';
  return count > most ? `A reader takes at most ${most} open orders.` : null;
}

const mostReadingsPerDay = 100;

/** @returns why a reader cannot write so many readings a day, or null when they can */
export function readingsPerDayProblem(count: number): string | null {
  if (!Number.isInteger(count)) return 'The readings a day are a whole number.';
  if (count < 1) return 'A reader writes at least 1 reading a day.';
  return count > mostReadingsPerDay ? `A reader writes at most ${mostReadingsPerDay} readings a day.` : null;
}
