import { z } from 'zod';

const shared = {
  id: z.int(),
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  requested_by_name: z.string().nullable().describe('Null for a scheduled run'),
  error: z.string().nullable(),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
};

/** What a backup came to; it was read back whole before it counted as done. */
export const backupResult = z.object({
  file: z.string(),
  size: z.int().describe('Bytes'),
  rows: z.int(),
  encrypted: z.boolean(),
});

const checkResult = z.object({
  name: z.string(),
  faults: z.int(),
  first: z.array(z.string()).describe('The first five, in words'),
});

export const verifyResult = z.object({ checks: z.int(), wrong: z.array(checkResult) });

export const backupRun = z.object({ ...shared, result: backupResult.nullable() });
export const verifyRun = z.object({ ...shared, result: verifyResult.nullable() });

export const backupsSchema = z.object({
  folder: z.string().nullable().describe('BACKUP_DIR; null without it'),
  encrypted: z.boolean(),
  kept_days: z.int(),
  runs: z.array(backupRun).describe('Newest first, at most 30'),
});

export type BackupResult = z.output<typeof backupResult>;
export type VerifyResult = z.output<typeof verifyResult>;
export type BackupRun = z.output<typeof backupRun>;
export type VerifyRun = z.output<typeof verifyRun>;
export type Backups = z.output<typeof backupsSchema>;

export type RunKind = 'backup' | 'verify';
