import { lstatSync, mkdtempSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '~/kit/server/errors';
import type { Config } from './config';

/**
 * Throws StartError, with one line, where DATA_DIR or BACKUP_DIR is not a folder and cannot become one, or the program
 * cannot read and write it (docs/product/running.md#environment). It creates neither.
 */
export function requireFolders({
  dataDir,
  backupDir,
}: Pick<Config, 'dataDir' | 'backupDir'>): void {
  requireWritable('DATA_DIR', dataDir);
  if (backupDir !== undefined) requireWritable('BACKUP_DIR', backupDir);
}

/** Throws StartError where the path leads to something other than a folder; gives the nearest folder that exists. */
export function requireFolder(name: string, folder: string): string {
  const found = nearest(folder);
  const what = kindOf(found);
  if (what === 'folder') return found;
  throw new StartError(`${name} must be a folder, but ${found} is ${what}.`);
}

function requireWritable(name: string, folder: string): void {
  const found = requireFolder(name, folder);
  try {
    if (found === folder) readdirSync(folder);
    rmdirSync(mkdtempSync(path.join(found, '.is-writable-')));
  } catch (error) {
    const wrong = reasons[codeOf(error)] ?? 'it cannot be used';
    throw new StartError(`${name}: the folder ${found}: ${wrong}.`);
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES:
    'this account has no permission to read and write there. Grant it, or choose another folder',
  EPERM:
    'this account has no permission to read and write there. Grant it, or choose another folder',
  EROFS: 'its disk is read-only. Choose a folder on another disk',
  ENOSPC: 'its disk is full. Free up space',
  EDQUOT: 'the disk quota of this account is used up. Free up space',
};

/** The folder itself, or what is above it where it is not there yet. */
function nearest(folder: string): string {
  if (folder === path.dirname(folder)) return folder;
  try {
    lstatSync(folder);
    return folder;
  } catch (error) {
    return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'
      ? nearest(path.dirname(folder))
      : folder;
  }
}

function kindOf(found: string): string {
  try {
    return statSync(found).isDirectory() ? 'folder' : 'a file';
  } catch (error) {
    return codeOf(error) === 'EACCES' ? 'folder' : 'a link to nothing';
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
