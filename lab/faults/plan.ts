import { parseArgs } from 'node:util';

/** What a run does, from its command line. */
export interface Plan {
  /** Times that server or database is killed. */
  rounds: number;
  /** Hostile requests. */
  requests: number;
  /** Of the hostile requests, and the path of a batch to send again. */
  seed: number;
  path: string;
}

/** How often to repeat a fault that takes seconds, from the number of kills of the run. */
export const turnsOf = ({ rounds }: Plan): number => Math.max(1, Math.round(rounds / 40));

/** Reads `[PART…] [--quick] [--rounds 200] [--requests 20000] [--seed 1] [--path PATH]`. */
export function planOf(args: readonly string[]): Plan & { names: readonly string[] } {
  const { values, positionals: names } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      requests: { type: 'string' },
      seed: { type: 'string', default: '1' },
      path: { type: 'string', default: '' },
    },
  });
  const { quick, rounds = quick ? '6' : '200', requests = quick ? '1000' : '20000' } = values;
  const numbers = { rounds: Number(rounds), requests: Number(requests), seed: Number(values.seed) };
  for (const [name, number] of Object.entries(numbers))
    if (!Number.isSafeInteger(number)) throw new Error(`--${name} must be a whole number`);
  return { ...numbers, path: values.path, names };
}
