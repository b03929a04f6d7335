import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { ensureKey, findKey } from './key-file';

/** Seals what the database must not hold in clear, with a key that lies in a file of `DATA_DIR`. */
export interface Secrets {
  /** `owner` is bound to it: a secret of one user or webhook cannot be opened as another's. */
  seal: (text: string, owner: number | string) => Promise<Buffer>;
  /** Null where it was sealed with a key that is not here. */
  open: (sealed: Buffer, owner: number | string) => Promise<string | null>;
}

const nameBytes = 8;
const ivBytes = 12;
const tagBytes = 16;

export function secretsIn(dataDir: string): Secrets {
  const file = path.join(dataDir, 'keys', 'second-factors.key');
  return {
    seal: async (text, owner) => {
      const key = await ensureKey(file);
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(String(owner)));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nameOf(key), iv, cipher.getAuthTag(), content]);
    },
    open: async (sealed, owner) => {
      const key = await findKey(file);
      if (!key || !nameOf(key).equals(sealed.subarray(0, nameBytes))) return null;
      const rest = sealed.subarray(nameBytes);
      const decipher = createDecipheriv('aes-256-gcm', key, rest.subarray(0, ivBytes))
        .setAAD(Buffer.from(String(owner)))
        .setAuthTag(rest.subarray(ivBytes, ivBytes + tagBytes));
      const content = decipher.update(rest.subarray(ivBytes + tagBytes));
      return Buffer.concat([content, decipher.final()]).toString('utf8');
    },
  };
}

/** Says which key sealed something, and nothing of the key. */
function nameOf(key: Buffer): Buffer {
  return createHash('sha256').update('name of ').update(key).digest().subarray(0, nameBytes);
}
