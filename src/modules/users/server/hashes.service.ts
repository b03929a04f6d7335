import { createHash, randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/**
 * argon2id, the library's default variant. 46 MiB and five passes take 58 ms on one free core of the machine of
 * November 2026 and 124 ms under load; OWASP asks for at least 46 MiB and one pass.
 */
export const hashCost = { memoryCost: 47_104, timeCost: 5, parallelism: 1 };

/** Hash of a random password, made at the same cost: a sign-in with an unknown name must take as long as any other. */
export const nobodysHash =
  '$argon2id$v=19$m=47104,t=5,p=1$nBjLXO87vOl988fv0Srv0w$V6Q2KFtmLx4lA/q7B3gkDGKmCBw4rrbwnaE+GiShEdY';

// Two of the four threads of Node's pool, which leaves the others for files and DNS, and processor time for requests.
const atOnce = 2;
let busy = 0;
const waiting: (() => void)[] = [];

/** Runs work that hashes when its turn comes, in order of arrival. Never wait for a turn inside a transaction. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (busy >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else busy += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }
}

/** The stored form of a password. Waits for its turn, so call it before the transaction begins. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, hashCost));
}

/** Whether this is the password; call it within a turn. */
export function isPassword(storedHash: string, password: string): Promise<boolean> {
  return verify(storedHash, password);
}

/** 256 random bits, safe in cookies and URLs. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored digest of a token; null for text that cannot be one. */
export function digestOf(token: string | undefined): Buffer | null {
  if (token === undefined || !/^[\w-]{43}$/.test(token)) return null;
  return createHash('sha256').update(token).digest();
}

// Without characters that are easily confused.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password for reading from a screen: four groups of four letters and digits, 79 bits. */
export function readablePassword(): string {
  const group = () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
