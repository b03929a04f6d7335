import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** A proof of work as ALTCHA has it: the number is to be found whose hash after the salt is the challenge. */
export interface Challenge {
  algorithm: 'SHA-256';
  salt: string;
  challenge: string;
  maxnumber: number;
  signature: string;
}

const maxnumber = 50_000;
const validMs = 600_000;

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const signed = (challenge: string, key: Buffer) =>
  createHmac('sha256', key).update(challenge).digest();

/** A new challenge, signed for one form; its salt says until when it can be solved. */
export function newChallenge(key: Buffer, now: Date): Challenge {
  // Without the last sign, digits of the number could be given to the time.
  const salt = `${randomBytes(12).toString('hex')}?expires=${now.getTime() + validMs}&`;
  const challenge = sha256(`${salt}${randomInt(maxnumber + 1)}`).toString('hex');
  const signature = signed(challenge, key).toString('hex');
  return { algorithm: 'SHA-256', salt, challenge, maxnumber, signature };
}

/** What a right solution is known by, and when its challenge was made; null for any other text. */
export function readSolution(
  altcha: string,
  { key, now }: { key: Buffer; now: Date },
): { challenge: Buffer; expiresAt: Date; ageMs: number } | null {
  const { algorithm, salt, challenge, number, signature } = decoded(altcha);
  if (algorithm !== 'SHA-256' || typeof salt !== 'string' || typeof challenge !== 'string')
    return null;
  if (!Number.isInteger(number) || Number(number) < 0 || Number(number) > maxnumber) return null;
  const [, expires] = /^[0-9a-f]{24}\?expires=(\d{13})&$/.exec(salt) ?? [];
  const hash = sha256(`${salt}${Number(number)}`);
  if (hash.toString('hex') !== challenge || typeof signature !== 'string') return null;
  const [own, sent] = [signed(challenge, key), Buffer.from(signature, 'hex')];
  if (own.length !== sent.length || !timingSafeEqual(own, sent)) return null;
  const leftMs = Number(expires) - now.getTime();
  if (!(leftMs > 0 && leftMs <= validMs)) return null;
  return { challenge: hash, expiresAt: new Date(Number(expires)), ageMs: validMs - leftMs };
}

function decoded(altcha: string): Record<string, unknown> {
  try {
    const solution: unknown = JSON.parse(Buffer.from(altcha, 'base64').toString('utf8'));
    return typeof solution === 'object' && solution !== null ? { ...solution } : {};
  } catch {
    return {};
  }
}
