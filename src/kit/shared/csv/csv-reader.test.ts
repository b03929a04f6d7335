import { expect, test, vi } from 'vitest';
import { CsvReader } from './csv-reader';

/** How often each character is looked at in searches while a text is read, on average. */
function looksPerCharacter(text: string): number {
  const search = vi.spyOn(String.prototype, 'indexOf');
  const rows = new CsvReader(',').push(text);
  const { calls, contexts, results } = search.mock;
  search.mockRestore();
  let looks = 0;
  for (const [at, [, from = 0]] of calls.entries()) {
    const found = Number(results[at]?.value);
    looks += (found < 0 ? String(contexts[at]).length : found) - from;
  }
  expect(rows.length).toBeGreaterThan(0);
  return looks / text.length;
}

test.each([
  ['short quoted lines', '"a"\n'],
  ['short quoted lines without a separator, next to plain ones', '"a"\nb\n'],
  ['quoted cells with line breaks', '"a\nb",c\n'],
  ['broken quotes', '"a"b\n'],
  ['plain lines', 'a,b\n'],
  ['a long line of many quoted cells', '"a","b",'],
])('%s cost the same for each character, however many there are', (_name, piece) => {
  const [few, many] = [100, 1600].map((times) => looksPerCharacter(`${piece.repeat(times)}\n`));
  expect(few).toBeLessThan(10);
  expect(many).toBeLessThan(10);
});
