import { createHash, randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createLimiter } from '~/kit/server/limiter';

/**
 * argon2id, the library's default variant. 46 MiB and five passes take 58 ms on one free core of the machine of
 * November 2026 and 124 ms under load; OWASP asks for at least 46 MiB and one pass.
 */
export const hashCost = { memoryCost: 47_104, timeCost: 5, parallelism: 1 };

/** Hash of a random password, made at the same cost: a sign-in with an unknown name must take as long as any other. */
export const nobodysHash =
  '$argon2id$v=19$m=47104,t=5,p=1$nBjLXO87vOl988fv0Srv0w$V6Q2KFtmLx4lA/q7B3gkDGKmCBw4rrbwnaE+GiShEdY';

// Each works on one thread of Node's pool of four, which leaves others for files and DNS, and processor time for requests.
const lane = {
  running: 1,
  waiting: 40,
  message: 'Too many people are signing in. Please try again in a moment.',
  retryAfterSeconds: 2,
};

/** Whose passwords are looked at in turn; unknown users wait apart. Never wait inside a transaction. */
export const hashLanes = { recognized: createLimiter(lane), unrecognized: createLimiter(lane) };

/** The stored form of a password. Waits for its turn, so call it before the transaction begins. */
export function hashPassword(password: string): Promise<string> {
  return hashLanes.recognized.run(() => hash(password, hashCost));
}

/** Whether this is the password; call it in a lane. */
export function isPassword(storedHash: string, password: string): Promise<boolean> {
  return verify(storedHash, password);
}

/** 256 random bits, safe in cookies and URLs. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A token for a link, with what is stored of it. */
export function newLink(): { token: string; digest: Buffer } {
  const token = newToken();
  return { token, digest: sha256(token) };
}

/** The stored digest of a token; null for text that cannot be one. */
export function digestOf(token: string | undefined): Buffer | null {
  if (token === undefined || !/^[\w-]{43}$/.test(token)) return null;
  return sha256(token);
}

export function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

// Without characters that are easily confused.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Letters and digits for reading from a screen, in groups of four; each group has 19.8 bits. */
export function readableSecret(groups: number): string {
  const group = () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** A password for reading from a screen: four groups, 79 bits. */
export function readablePassword(): string {
  return readableSecret(4);
}
