import { z } from 'zod';
import { mostKept } from './backups.ts';

/** Settings of the backups that can be kept: switched on, at least one copy stays. */
export const backupSettingsSchema = z
  .strictObject({
    isOn: z.boolean(),
    hourly: z.int().min(0).max(mostKept.hourly),
    daily: z.int().min(0).max(mostKept.daily),
    weekly: z.int().min(0).max(mostKept.weekly),
  })
  .refine(({ isOn, hourly, daily, weekly }) => !isOn || hourly + daily + weekly > 0, {
    error: 'Keep at least one copy.',
    path: ['daily'],
  });
