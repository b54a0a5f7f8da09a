import { z } from 'zod';
import { mostKept } from './backups.ts';

export const backupSettingsSchema = z
  .strictObject({
    isOn: z.boolean(),
    hourly: z.int().min(0).max(mostKept.hourly),
    daily: z.int().min(0).max(mostKept.daily),
    weekly: z.int().min(0).max(mostKept.weekly),
  })
  .partial();
