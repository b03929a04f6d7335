import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** How many requirements of levels 1 and 2 each section of ASVS 5.0 begins with. */
const sections: Record<string, number[]> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1, 0],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7, 0],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};

const required = Object.entries(sections).flatMap(([chapter, counts]) =>
  counts.flatMap((count, section) =>
    Array.from({ length: count }, (_, index) => `${chapter}.${section + 1}.${index + 1}`),
  ),
);

const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \|(.*)\|(.*)\|(.*)\|$/gm)].map(
  ([, number = '', what = '', verdict = '', where = '']) => ({
    number,
    what: what.trim(),
    verdict: verdict.trim(),
    where: where.trim(),
  }),
);

function pathsIn(text: string): string[] {
  const named = text.matchAll(
    /`((?:src|scripts|docs|e2e|migrations|\.ci)\/[\w./-]+|[\w-]+\.\w+)`/g,
  );
  return [...named].map(([, path = '']) => path);
}

describe('docs/security.md', () => {
  it('has a row for each requirement of level 2, and no other', () => {
    expect(required).toHaveLength(253);
    expect(rows.map(({ number }) => number)).toEqual(required);
  });

  it('gives a verdict with a place or a reason in each row', () => {
    for (const { number, what, verdict, where } of rows) {
      expect(['met', 'not applicable', 'not met'], number).toContain(verdict);
      expect(what, number).not.toBe('');
      expect(where, number).not.toBe('');
      if (verdict === 'met') expect(pathsIn(where), number).not.toEqual([]);
    }
  });

  it('names only what is there', () => {
    const missing = pathsIn(page).filter((path) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });

  it('counts its verdicts correctly, and names what is not met', () => {
    const numbers = (verdict: string) =>
      rows.filter((row) => row.verdict === verdict).map(({ number }) => number);
    const [met, other, open] = [numbers('met'), numbers('not applicable'), numbers('not met')];
    expect(page.replaceAll(/\s+/g, ' ')).toContain(
      `${met.length} are met, ${other.length} do not apply, ${open.length} are not met: ${open.join(', ')}.`,
    );
  });
});
