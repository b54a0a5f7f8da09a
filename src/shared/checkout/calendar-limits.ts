import { dayProblem } from '../people/days-away.ts';

const mostOrders = 10_000;

/** @returns why a shop cannot take so many open orders, or null when it can */
export function mostOpenOrdersProblem(count: number): string | null {
  const isPossible = Number.isInteger(count) && count >= 1 && count <= mostOrders;
  return isPossible ? null : `The most open orders are a whole number from 1 to ${mostOrders}.`;
}

/** @returns why a shop cannot be closed until a day, or null when it can; `today` is a day where the business is */
export function closedUntilProblem(day: string, today: string): string | null {
  const problem = dayProblem('The day', day);
  if (problem || day >= today) return problem;
  return 'This day is over. Please choose a day to come, or none: then the shop is open.';
}
