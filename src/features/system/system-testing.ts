import type { Code } from '../../shared/offers/code-schema.ts';
import type { AuditEntry } from '../../shared/ops/audit-log.ts';
import type { BackupState } from '../../shared/ops/backup-schema.ts';

export const aBackupState: BackupState = {
  settings: { isOn: true, hourly: 24, daily: 7, weekly: 8 },
  ...{ folder: '/data/backups', isSent: false, isRunning: false, last: null, failed: null, files: [] },
};

export function anEntry(changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    ...{ id: 1, at: '2026-11-16T09:00:00.000Z', actor: 'boss', kind: 'money', action: 'refund_asked' },
    subject: { kind: 'order', id: 'o1', label: 'CT-7K3M9Q' },
    details: { amount: '$1.00' },
    ...changes,
  };
}

export function aCode(changes: Partial<Code> = {}): Code {
  return {
    ...{ id: 'ten', code: 'TEN', amountOff: 10, currency: 'usd', limit: 50, perAddress: 1 },
    ...{ from: '2036-11-30', until: '2036-12-24', offers: ['three-cards'], isActive: true, used: 3 },
    createdAt: '2026-11-16T09:00:00.000Z',
    ...changes,
  };
}
