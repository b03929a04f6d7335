export interface FormChallenge {
  salt: string;
  challenge: string;
  maxnumber: number;
}

const primes = Array.from({ length: 311 }, (_, at) => at + 2).filter((number, _at, all) =>
  all.every((other) => other >= number || number % other !== 0),
);
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const constants = primes.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));

const turned = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/**
 * SHA-256 of a text of plain letters (FIPS 180-4), as eight numbers. Without waiting for the browser's own, which takes longer for
 * each short text and is not there on plain http.
 */
export function sha256(text: string): Int32Array {
  const blocks = ((text.length + 8) >> 6) + 1;
  const message = new Int32Array(blocks * 16);
  const at = (index: number) => message[index] ?? 0;
  for (let index = 0; index <= text.length; index += 1) {
    const sign = index < text.length ? text.charCodeAt(index) : 0x80;
    message[index >> 2] = at(index >> 2) | (sign << (24 - (index & 3) * 8));
  }
  message[message.length - 1] = text.length * 8;
  const hash = Int32Array.from(start);
  const schedule = new Int32Array(64);
  const w = (index: number) => schedule[index] ?? 0;
  for (let block = 0; block < blocks; block += 1) {
    for (let index = 0; index < 64; index += 1) {
      const [early, late] = [w(index - 15), w(index - 2)];
      schedule[index] =
        index < 16
          ? at(block * 16 + index)
          : w(index - 16) +
            (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) +
            w(index - 7) +
            (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let index = 0; index < 64; index += 1) {
      const sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + sum + ((e & f) ^ (~e & g)) + (constants[index] ?? 0) + w(index)) | 0;
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => {
      hash[index] = (hash[index] ?? 0) + word;
    });
  }
  return hash;
}

const numbersInSlice = 500;

/** The number whose hash after the salt is the challenge; `pause` is awaited between slices of work. Null without one. */
export async function solve(
  { salt, challenge, maxnumber }: FormChallenge,
  pause: () => Promise<unknown>,
): Promise<number | null> {
  const target = Int32Array.from({ length: 8 }, (_, at) =>
    Number.parseInt(challenge.slice(at * 8, at * 8 + 8), 16),
  );
  for (let number = 0; number <= maxnumber; number += 1) {
    if (number % numbersInSlice === 0) await pause();
    const hashed = sha256(`${salt}${number}`);
    if (hashed.every((word, at) => word === target[at])) return number;
  }
  return null;
}
