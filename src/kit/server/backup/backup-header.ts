import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { BackupError } from './backup-error';

const MAGIC = 'Manufacturing CRM backup\n';
const FORMAT = 1;
/** The magic line and the header together are no longer; a longer one is damage. */
const MOST_BYTES = 4096;

const headerSchema = z.object({
  format: z.literal(FORMAT),
  program: z.string(),
  migration: z.int().min(1),
  installation: z.string(),
  created_at: z.iso.datetime(),
  /** Null of a backup without a passphrase. */
  lock: z
    .object({
      salt: z.string().regex(/^[0-9a-f]{32}$/),
      /** Tells a wrong passphrase from damage. */
      check: z.string().regex(/^[0-9a-f]{64}$/),
    })
    .nullable(),
});

/** The unencrypted beginning of a backup; changing a byte of it breaks every chunk that follows. */
export type BackupHeader = z.output<typeof headerSchema>;

export interface OpenedHeader {
  header: BackupHeader;
  key: Buffer | null;
  digest: Buffer;
  length: number;
}

/** The bytes of a header, with the key for what follows where there is a passphrase. */
export async function makeHeader(
  values: Omit<BackupHeader, 'format' | 'lock'>,
  passphrase: string | undefined,
): Promise<Pick<OpenedHeader, 'key' | 'digest'> & { bytes: Buffer }> {
  const salt = randomBytes(16);
  const secret = passphrase === undefined ? null : await deriveSecret(passphrase, salt);
  const lock = secret
    ? { salt: salt.toString('hex'), check: checkOf(secret).toString('hex') }
    : null;
  const header: BackupHeader = { format: FORMAT, ...values, lock };
  const bytes = Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`);
  return { bytes, key: secret && keyOf(secret), digest: digestOf(bytes) };
}

/**
 * Reads the header at the beginning of a file. BackupError when this is not a backup, one of a newer version, or not
 * opened by this passphrase.
 */
export async function openHeader(
  beginning: Buffer,
  passphrase: string | undefined,
): Promise<OpenedHeader> {
  const { header, bytes } = parseHeader(beginning.subarray(0, MOST_BYTES));
  const opened = { header, digest: digestOf(bytes), length: bytes.length };
  if (header.lock === null) return { ...opened, key: null };
  if (passphrase === undefined) {
    throw new BackupError('The backup is encrypted. Set BACKUP_PASSPHRASE.');
  }
  const secret = await deriveSecret(passphrase, Buffer.from(header.lock.salt, 'hex'));
  if (!timingSafeEqual(checkOf(secret), Buffer.from(header.lock.check, 'hex'))) {
    throw new BackupError('The passphrase in BACKUP_PASSPHRASE does not open this backup.');
  }
  return { ...opened, key: keyOf(secret) };
}

export const headerReach = MOST_BYTES;

function parseHeader(beginning: Buffer): { header: BackupHeader; bytes: Buffer } {
  if (!beginning.subarray(0, MAGIC.length).equals(Buffer.from(MAGIC))) {
    throw new BackupError('This file is not a Manufacturing CRM backup.');
  }
  const end = beginning.indexOf('\n', MAGIC.length);
  const header = end < 0 ? null : readJson(beginning.toString('utf8', MAGIC.length, end));
  const format = formatSchema.safeParse(header);
  if (format.success && format.data.format > FORMAT) throw newerVersion();
  const parsed = headerSchema.safeParse(header);
  if (!parsed.success) throw new BackupError('The backup is damaged: its header cannot be read.');
  return { header: parsed.data, bytes: beginning.subarray(0, end + 1) };
}

const formatSchema = z.object({ format: z.int() });

export function newerVersion(): BackupError {
  return new BackupError(
    'The backup was made by a newer version of Manufacturing CRM. Restore it with that version.',
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** 64 bytes, slow to derive: half of them is the key, the other half proves the passphrase. */
function deriveSecret(passphrase: string, salt: Buffer): Promise<Buffer> {
  const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 64, cost, (error, secret) =>
      error ? reject(error) : resolve(secret),
    );
  });
}

const keyOf = (secret: Buffer): Buffer => secret.subarray(0, 32);

const checkOf = (secret: Buffer): Buffer =>
  createHash('sha256').update(secret.subarray(32)).digest();

const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
