import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import { formatFinding } from './house/finding';
import { patternsIn } from './house/patterns';
import { lineAt } from './house/source';

const ROOT = join(import.meta.dirname, '..');
const TESTS = /\.test\.tsx?$|\.builders\.ts$|\/test-[^/]*\.ts$/;
const TIMEOUT_MS = 60_000;
const WHY = 'a text that one user sends could hold up all others';

/** Every regular expression of the product takes time in proportion to its text (docs/decisions/0108-linear-patterns.md). */
async function main(): Promise<void> {
  let count = 0;
  const verdicts = new Map<string, Promise<string | null>>();
  for (const path of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    const file = `src/${path.replaceAll('\\', '/')}`;
    if (!/\.tsx?$/.test(file) || TESTS.test(file)) continue;
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const { source, flags, offset } of patternsIn(file, text)) {
      count += 1;
      const key = `/${source ?? '…'}/${flags}`;
      const verdict = verdicts.get(key) ?? verdictOf(source, flags);
      verdicts.set(key, verdict);
      const wrong = await verdict;
      if (wrong === null) continue;
      const instead = 'write it as a literal, bound it, or read the text in a loop';
      const line = lineAt(text, offset);
      console.log(formatFinding({ file, line, wrong: `${key}: ${wrong}`, why: WHY, instead }));
      process.exitCode = 1;
    }
  }
  console.log(`patterns: ${count} checked`);
}

/** What is wrong with a regular expression; null where its time grows with its text. */
async function verdictOf(source: string | null, flags: string): Promise<string | null> {
  if (source === null) return 'a regular expression that is computed';
  const found = await check(source, flags, { timeout: TIMEOUT_MS });
  if (found.status === 'safe') return null;
  return found.status === 'vulnerable' ? found.complexity.summary : 'too intricate to be checked';
}

await main();
