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

interface Ready {
  url: string;
  dataDir: string;
  /** How to sign in for the first time; null at a later start. */
  secret: string | null;
}

/** The lines at a terminal once the server is ready: in a frame at the first start, one line later. */
export function startTexts({ url, dataDir, secret }: Ready): string[] {
  const ready = `Manufacturing CRM is ready: ${url}`;
  if (secret === null) return [`  ${ready}  (Ctrl+C stops it)`];
  const lines = secret.split('\n').map((line) => line.trim());
  return boxed([ready, ...lines, `Data:       ${dataDir}  (Ctrl+C stops the program)`]);
}

/** A frame around a few lines. */
function boxed(lines: string[]): string[] {
  const width = Math.max(...lines.map(({ length }) => length));
  const edge = '─'.repeat(width + 2);
  return [`  ┌${edge}┐`, ...lines.map((line) => `  │ ${line.padEnd(width)} │`), `  └${edge}┘`];
}
