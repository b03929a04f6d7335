import { Writable } from 'node:stream';

const warning = 40;
const failure = 50;

interface Entry {
  level?: number;
  msg?: string;
  err?: { message?: string };
}

/** One line of the log for a person at a terminal: what is wrong, without what is usual; null for the rest. */
export function lineForPeople(json: string): string | null {
  const entry = entryOf(json);
  if (entry === null) return json;
  const { level = 0, msg = '', err } = entry;
  if (level < warning) return null;
  const cause = err?.message === undefined || msg.includes(err.message) ? '' : `: ${err.message}`;
  return `  ${level < failure ? 'Warning' : 'Error'}: ${msg}${cause}`.replace(': :', ':');
}

function entryOf(json: string): Entry | null {
  try {
    return JSON.parse(json) as Entry;
  } catch {
    return null;
  }
}

/** A stream for the log that writes its lines for people (docs/product/running.md#what-it-prints). */
export function logForPeople(terminal: NodeJS.WritableStream): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk: unknown, _encoding, done) => {
      const lines = String(chunk)
        .split('\n')
        .filter((line) => line !== '');
      const shown = lines.flatMap((line) => lineForPeople(line) ?? []);
      if (shown.length > 0) terminal.write(`${shown.join('\n')}\n`);
      done();
    },
  });
}

/** What a person at a terminal is told next to the address, once the server is ready. */
export function wordsAtStart({
  dataDir,
  isFirst,
}: {
  dataDir: string;
  isFirst: boolean;
}): string[] {
  return [
    ...(isFirst
      ? []
      : ['  Sign in as: an existing user, or use "Forgot your password?" on the sign-in page']),
    `  Data:       ${dataDir}`,
    '  Stop:       Ctrl+C',
  ];
}
