import type { Overview, Period } from '../../shared/overview.ts';

const nothing = { orders: 0, delivered: 0, onTime: 0, submitted: 0, rejected: 0, failedPayments: 0 };
const noFigures = { ...nothing, revenues: [], overdue: 0, medianHours: null };

export const aPeriod = (from: string): Period => ({ from, ...nothing });

export function anOverview(changes: Partial<Overview> = {}): Overview {
  return {
    period: { from: '2026-10-22', to: '2026-11-20' },
    days: [],
    months: [],
    recent: noFigures,
    previous: noFigures,
    offers: [],
    currency: 'usd',
    ...changes,
  };
}
