import { anApiError } from '../../../src/lib/store-testing.ts';
import type { OpenSession, Person } from '../../../src/shared/people/staff.ts';

export function aPerson(changes: Partial<Person> = {}): Person {
  return {
    id: 'r1',
    username: 'reader1',
    displayName: changes.profile?.displayName ?? null,
    role: 'reader',
    isInvited: false,
    isActive: true,
    email: null,
    hasTwoFactor: false,
    profile: null,
    createdAt: '2026-11-02T09:00:00.000Z',
    sessions: [],
    daysAway: [],
    awayUntil: null,
    openOrders: 0,
    maxOpenOrders: null,
    readingsPerDay: null,
    ...changes,
    writes: changes.writes ?? changes.role !== 'admin',
  };
}

export function aSession(changes: Partial<OpenSession> = {}): OpenSession {
  const startedAt = '2026-11-16T09:00:00.000Z';
  return {
    id: 's1',
    device: 'Firefox on Windows',
    startedAt,
    lastUsedAt: startedAt,
    isCurrent: false,
    ...changes,
  };
}

export const broken = () => Promise.reject(anApiError(500, 'internal', ''));

export function failOnce<Arguments extends unknown[], Answer>(
  call: (...given: Arguments) => Promise<Answer>,
): (...given: Arguments) => Promise<Answer> {
  let isBroken = true;
  return async (...given) => {
    if (!isBroken) return call(...given);
    isBroken = false;
    return broken();
  };
}
