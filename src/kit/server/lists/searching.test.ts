import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { folded, isIn, phoneDigits, searchedText, searchOf } from '~/kit/shared/filters/searching';
import { foldedText, searchTerm, shortPatterns } from './window-terms';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
afterAll(() => opened.drop());

// Latin, Greek, Cyrillic, India's scripts, Chinese and full-width letters. Capitals of later Unicode versions (Georgian,
// Glagolitic) differ: the embedded server's tables of letters are older than a browser's.
const scripts = [
  [0x20, 0x24f],
  [0x370, 0x52f],
  [0x900, 0xdff],
  [0x1e00, 0x1fff],
  [0x4e00, 0x4eff],
  [0xff01, 0xff5e],
].flatMap(([from = 0, to = 0]) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
);
const letters = fc.oneof(
  fc.constantFrom(...'aZ é\u0301İıßẞæŒøŁđÞςΣﬁ²㎡Ａ가\u200b\u00ad\ufeff\u00a0किखिक्\u200d0९-+() .'),
  fc.constantFrom(...scripts),
);
const text = fc
  .array(letters, { maxLength: 12 })
  .map((all) => all.join('').replaceAll('\u0000', ''));
const phone = fc.string({ unit: fc.constantFrom(...'0123456789+-(). '), maxLength: 16 });

it('folds every text as the browser does', async () => {
  const texts = fc.sample(text, 3000);
  const { rows } = await sql<{ folded: string; digits: string }>`
    select folded(each) as folded, phone_digits(each) as digits
    from unnest(${texts}::text[]) with ordinality as t (each, n) order by n`.execute(
    opened.database.db,
  );
  const wrong = texts.filter((each, at) => rows[at]?.folded !== folded(each));
  expect(
    wrong.map((each) => [each, [...each].map((one) => one.codePointAt(0)?.toString(16))]),
  ).toEqual([]);
  expect(rows.map(({ digits }) => digits)).toEqual(texts.map(phoneDigits));
});

it('finds what the browser finds', async () => {
  const cases = fc.sample(
    fc.tuple(text, phone, fc.oneof(text, phone, fc.constant(''))).chain(([name, number, typed]) =>
      fc.record({
        name: fc.constant(name),
        phone: fc.constant(number),
        typed: fc.constantFrom(
          typed,
          [...name].slice(1, 4).join(''),
          number,
          number.slice(2, 9),
          number.replaceAll(/\D/g, '-'),
        ),
      }),
    ),
    400,
  );
  const searched = foldedText([sql`t.name`, sql`t.phone`, sql`phone_digits(t.phone)`]);
  const results = cases.map((each, at) => ({
    ...each,
    at,
    isFound: isIn(folded(searchedText(each, ['name', 'phone'])), searchOf(each.typed)),
  }));
  const selects = results.map(
    ({ at, name, phone: number, typed }) => sql`
    select ${sql.lit(at)}::integer as at, ${searchTerm(searched, searchOf(typed))} as found from (values (${sql.lit(name)}, ${sql.lit(number)})) t (name, phone)`,
  );
  const { rows } = await sql<{
    at: number;
    found: boolean;
  }>`${sql.join(selects, sql` union all `)} order by at`.execute(opened.database.db);
  const wrong = results.filter(({ isFound }, index) => rows[index]?.found !== isFound);
  expect(wrong).toEqual([]);
  expect(results.filter(({ isFound }) => isFound).length).toBeGreaterThan(50);
});

it('finds a short Latin word by the letters next to it wherever these are Latin or signs', async () => {
  const letter = fc.constantFrom(...'abz09', ' ', '\n', ...'-%_\\/~', 'é', 'क');
  const found = fc.tuple(
    fc.array(letter, { maxLength: 5 }).map((all) => `\n${all.join('')}`),
    fc
      .array(fc.constantFrom(...'abz09'), { minLength: 1, maxLength: 2 })
      .map((all) => all.join('')),
  );
  const cases = fc.sample(found, 2000);
  const selects = cases.map(
    ([text, word], at) =>
      sql`select ${sql.lit(at)}::integer as at, ${sql.lit(text)} like ${shortPatterns(word)} as found`,
  );
  const { rows } = await sql<{ at: number; found: boolean }>`
    select * from (${sql.join(selects, sql` union all `)}) each order by at`.execute(
    opened.database.db,
  );
  const wrong = cases.filter(([text, word], at) => {
    const isLatin = /^[\u0000-\u007f]*$/.test(text);
    return rows[at]?.found ? !text.includes(word) : isLatin && text.includes(word);
  });
  expect(wrong).toEqual([]);
  expect(rows.filter((each) => each.found).length).toBeGreaterThan(100);
});
