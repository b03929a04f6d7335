import { parseArgs } from 'node:util';

/** What a run does, from its command line. */
export interface Plan {
  parts: readonly string[];
  /** Times that server or database is killed. */
  rounds: number;
  /** So long each of the two loads lasts. */
  minutes: number;
  people: number;
  /** Hostile requests. */
  requests: number;
  /** The place of the first of them, to make some again. */
  from: number;
  seed: number;
}

const full = { rounds: 200, minutes: 5, people: 200, requests: 20_000, from: 0, seed: 1 };
const quick = { rounds: 6, minutes: 0.5, people: 20, requests: 1000, from: 0, seed: 1 };

/** Reads `[PART…] [--quick] [--rounds 200] [--minutes 5] [--people 200] [--requests 20000] [--from 0]
 * [--seed 1]`. */
export function planOf(args: readonly string[], known: readonly string[]): Plan {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean' },
      rounds: { type: 'string' },
      minutes: { type: 'string' },
      people: { type: 'string' },
      requests: { type: 'string' },
      from: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  const strange = positionals.find((part) => !known.includes(part));
  if (strange !== undefined) throw new Error(`${strange} is none of ${known.join(', ')}`);
  const usual = values.quick ? quick : full;
  const number = (name: keyof typeof usual): number => {
    const value = Number(values[name] ?? usual[name]);
    if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} must be a number`);
    return value;
  };
  return {
    parts: positionals.length > 0 ? positionals : known,
    rounds: number('rounds'),
    minutes: number('minutes'),
    people: number('people'),
    requests: number('requests'),
    from: number('from'),
    seed: number('seed'),
  };
}
