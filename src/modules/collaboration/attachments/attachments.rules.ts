import type { ErrorTable } from '~/kit/shared/error-codes';
import { withoutInvisible } from '~/kit/shared/fields/invisible';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';

export const attachmentRefusals = {
  'file.type_not_allowed': [415, 'The file type is not supported'],
  'file.not_what_name_says': [415, 'The content of the file does not match its name'],
  'file.too_many': [409, 'The record has the maximum number of files'],
  'file.no_room': [409, 'The files of the record would exceed their maximum total size'],
  'file.quota_reached': [409, 'The files of all records have reached their limit (FILES_GB)'],
  'file.not_own': [403, 'Only the person who added the file or an administrator can delete it'],
} as const satisfies ErrorTable;

const megabyte = 1_048_576;
const gigabyte = 1024 * megabyte;
export const mostFileBytes = 20 * megabyte;
export const fileTooLarge = 'Files can be at most 20 MB';
const mostFiles = 100;
const mostBytesOfRecord = 200 * megabyte;
export const mostNameLength = 200;

/** Whether a record may have so many files of so many bytes together (docs/product/records.md#files). */
export function canHoldFiles({ count, bytes }: { count: number; bytes: number }): Verdict {
  if (count > mostFiles)
    return refused('file.too_many', `A record can have at most ${mostFiles} files`);
  if (bytes > mostBytesOfRecord)
    return refused('file.no_room', 'The files of a record can be at most 200 MB in total');
  return allowed;
}

/** Whether all records together may have files of so many bytes, of a quota in gigabytes (docs/product/records.md#files). */
export function canStoreFiles(bytes: number, quotaGb: number): Verdict {
  if (bytes <= quotaGb * gigabyte) return allowed;
  const message = `The files of all records use up their ${quotaGb} GB. Delete files that you no longer need, or ask your administrator for more space.`;
  return refused('file.quota_reached', message);
}

/** Whether a person may delete a file: their own, administrators any. */
export function canDeleteFile(
  person: { id: number; role: 'admin' | 'user' },
  file: { created_by: number | null },
): Verdict {
  if (person.role === 'admin' || file.created_by === person.id) return allowed;
  return refused(
    'file.not_own',
    'Only the person who added this file or an administrator can delete it',
  );
}

const unseen = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** A file's name without folders and unseen characters; null where nothing is left of it. */
export function fileNameOf(sent: string): string | null {
  const last = sent.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  // Marks that turn the reading direction can make "exe.pdf" of "fdp.exe".
  const name = withoutInvisible(last).replaceAll(unseen, '').trim();
  let end = name.length;
  while (end > 0 && '. '.includes(name[end - 1] ?? '')) end -= 1;
  return end === 0 ? null : name.slice(0, end);
}

/** A size as people read it: "340 KB", "2.4 MB". */
export function sizeInWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < megabyte) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / megabyte).toFixed(1)} MB`;
}
