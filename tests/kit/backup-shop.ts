import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import { backUpDatabase } from '../../db/copy.ts';
import { listAlerts } from '../../src/server/ops/alerts.ts';
import type { BackupPorts } from '../../src/server/ops/backups/backups.ts';
import type { BackupState } from '../../src/shared/ops/backup-schema.ts';
import { addSignedIn } from './builders.ts';
import { folderOfFile } from './temporary-folder.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const usual = { isOn: true, hourly: 2, daily: 2, weekly: 0 };
export const onlyLast = { hourly: 1, daily: 0 };

/** Of a test whose processes may start slowly on a busy machine. */
export const withProcesses = { timeout: 60_000 };

/** Copies without a process of its own. */
export const copyHere: BackupPorts['copy'] = async ({ from, to }) => backUpDatabase(from, to);

type Ports = Partial<BackupPorts> & { databasePath?: string };

/** Begins each test of a file with an empty folder for a shop's database and its backups. */
export function prepareBackups() {
  const folder = join(folderOfFile(), 'case');
  const databasePath = join(folder, 'tarot.db');
  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  });

  /** A shop on a file, with an admin. @param settings what differs from the usual ones; null: as in the beginning */
  async function openShop(env: Record<string, string> = {}, settings: object | null = {}, ports: Ports = {}) {
    const app = createTestApp({
      databasePath: ports.databasePath ?? databasePath,
      now: '2026-03-04T10:00:00Z',
      env: { PATH: process.env.PATH ?? '', ...env },
      backups: { copy: copyHere, ...ports },
    });
    const admin = await addSignedIn(app, 'admin', 'admin');
    const changed = settings && (await admin.put('/api/settings/backups', { ...usual, ...settings }));
    if (changed) expect(changed.status).toBe(200);
    const state = async () => (await admin.get<BackupState>('/api/settings/backups')).body;
    return { app, admin, state };
  }

  /** A folder elsewhere, and what the service needs to name it in BACKUP_COMMAND. */
  function sendElsewhere(command: string) {
    const target = mkdtempSync(join(folder, 'elsewhere-'));
    return { env: { BACKUP_COMMAND: command, TARGET: target }, sent: () => readdirSync(target) };
  }

  const inBackups = () => readdirSync(join(folder, 'backups')).sort();
  return { folder, databasePath, inBackups, openShop, sendElsewhere };
}

/** Makes the copy that is due, if one is. */
export async function makeDue({ backups }: TestApp): Promise<void> {
  backups.makeDue();
  await backups.settled();
}

/** Returns the messages of the alerts about backups. */
export const backupAlerts = ({ context, troubles }: TestApp) =>
  listAlerts(context, troubles).flatMap(({ code, message }) => (code === 'backup_failed' ? [message] : []));
