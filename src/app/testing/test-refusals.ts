import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

export interface SentCode {
  /** As in authorization.txt, such as `POST /leads`. */
  call: string;
  code: string;
}

const file = join(import.meta.dirname, '..', 'refusals.json');

/** Throws for codes that refusals.json lacks; a run that updates snapshots (`vitest -u`) adds them to it. */
export function checkRefusals(missing: readonly SentCode[]): void {
  if (missing.length === 0) return;
  if (inject('updatesSnapshots')) add(missing);
  else {
    const lines = new Set(missing.map(({ call, code }) => `${call} sends ${code}`));
    throw new Error(
      `${[...lines].join('\n')}\nsrc/app/refusals.json lacks it: run the file again with -u.`,
    );
  }
}

function add(missing: readonly SentCode[]): void {
  const listed = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  for (const { call, code } of missing) {
    const codes = new Set(listed[call]?.split(' ')).add(code);
    listed[call] = [...codes].toSorted().join(' ');
  }
  const calls = Object.keys(listed).toSorted();
  const sorted = Object.fromEntries(calls.map((call) => [call, listed[call]]));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}
