/** A backup could not be written, read or restored; `message` is one sentence for a person. */
export class BackupError extends Error {
  override name = 'BackupError';
}
