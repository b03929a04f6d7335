import { expect, it } from 'vitest';
import { makePdf, pdfMaker } from './pdf';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { longDocument, pagesOf, rightEndOf } from '~/kit/server/testing/test-pdf';

const printed = longDocument(90);

it('a document has page numbers and repeats the heads of its table', async () => {
  const pages = await pagesOf(await makePdf(printed));
  expect(pages.length).toBeGreaterThan(1);
  for (const [at, page] of pages.entries()) {
    expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
    if (page.includes('Line')) expect(page).toContain('Description');
  }
  expect(pages.join(' ')).toContain('₹1,45,678.67');
  expect(pages[0]).toContain('DRAFT');
  expect(pages[0]).toContain('Łódź Örgü & Söhne');
  expect(pages[0]).toContain('Works');
});

it('makes several at once and keeps them apart', async () => {
  const created = await Promise.all(
    ['A', 'B', 'C'].map((heading) => makePdf({ ...printed, heading: `DOCUMENT ${heading}` })),
  );
  const first = await Promise.all(created.map(async (each) => (await pagesOf(each))[0]));
  expect(first[0]).toContain('DOCUMENT A');
  expect(first[1]).toContain('DOCUMENT B');
  expect(first[2]).toContain('DOCUMENT C');
});

it('ends a worker that takes too long, and makes the next document with a new one', async () => {
  const make = pdfMaker({ waiting: 1, deadlineMs: 2500 });
  const late = make(longDocument(80_000));
  const next = make(longDocument(1));
  const refused = make(printed);
  await expect(refused).rejects.toMatchObject({ code: 'server.busy', retryAfterSeconds: 5 });
  await expect(late).rejects.toMatchObject({ code: 'server.busy', status: 503 });
  expect((await pagesOf(await next))[0]).toContain('DRAFT');
});

it('a document that cannot be laid out fails alone', async () => {
  const make = pdfMaker({ waiting: 5, deadlineMs: 20_000 });
  const broken = { ...printed, table: { columns: [], rows: [['one cell too many']] } };
  const both = [make(broken), make(printed)];
  await expect(both[0]).rejects.toThrow();
  expect((await both[1])?.subarray(0, 4).toString()).toBe('%PDF');
});

it('tells at the end of a page what is carried, and on the next what was brought', async () => {
  const { table } = printed;
  const carried = printed.table?.rows.map((_row, at) => `sum ${at + 1}`) ?? [];
  const pages = await pagesOf(
    await makePdf({ ...printed, ...(table && { table: { ...table, carried } }) }),
  );
  expect(pages.length).toBeGreaterThan(2);
  const sums = (page: string, word: string) =>
    new RegExp(`${word} forward sum (\\d+)`).exec(page)?.[1];
  const rowsOn = (page: string) => [...page.matchAll(/Line (\d+)/g)].map(([, row]) => row);
  for (const [at, page] of pages.slice(0, -1).entries()) {
    const next = pages[at + 1] ?? '';
    const last = rowsOn(next).length > 0 ? rowsOn(page).at(-1) : undefined;
    expect(sums(page, 'Carried')).toBe(last);
    expect(sums(next, 'Brought')).toBe(last);
  }
  expect(sums(pages[0] ?? '', 'Brought')).toBeUndefined();
  expect(sums(pages.at(-1) ?? '', 'Carried')).toBeUndefined();
});

it('gives the same bytes for the same document', async () => {
  const [one, other] = await Promise.all([makePdf(printed), makePdf(printed)]);
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
});

it('takes no page for the space below its last words', async () => {
  const counts = [23, 24, 25];
  const created = await Promise.all(counts.map((lines) => makePdf(longDocument(lines))));
  const all = await Promise.all(created.map(pagesOf));
  expect(all.map((pages) => pages.length)).toEqual([1, 1, 2]);
  for (const pages of all) expect(pages.at(-1)).toMatch(/Terms|Line|Total/);
});

it('never leaves a page to the place to sign alone, and names the document on later pages', async () => {
  const { table } = longDocument(2);
  const summary = table && { heading: 'Summary', table };
  const counts = [16, 19, 21, 23, 25, 28];
  const all = await Promise.all(
    counts.map(async (lines) => {
      const signature = { name: 'Sahyadri Castings', role: 'Authorised Signatory' };
      const printed = { ...longDocument(lines), isDense: true, signature };
      return pagesOf(await makePdf({ ...printed, ...(summary && { summary }) }));
    }),
  );
  const signed = all.map((pages) => pages.find((page) => page.includes('Authorised Signatory')));
  expect(signed.filter((page) => !page?.includes('Summary'))).toEqual([]);
  expect(new Set(all.map(({ length }) => length))).toEqual(new Set([1, 2]));
  for (const page of all.flatMap((pages) => pages.slice(1)))
    expect(page).toContain('INVOICE INV-26-27-00001');
});

it('breaks a word that is too long for its column, and keeps amounts within the page', async () => {
  const word = 'A'.repeat(90);
  const document = longDocument(1);
  const rows = [[`Press ${word} line`, '₹1,45,678.67']];
  const table = document.table && { ...document.table, rows };
  const [page] = await pagesOf(await makePdf({ ...document, ...(table && { table }) }));
  expect(page?.replaceAll(/[^A]/g, '')).toHaveLength(90 + 1);
  const widest = Math.max(...(page?.match(/A+/g) ?? []).map(({ length }) => length));
  expect(widest).toBeLessThan(90);
});

it('keeps names, details, ways to pay and titles of one long word within the page', async () => {
  const word = 'W'.repeat(100);
  const { head, mark: _across, ...document } = longDocument(1);
  const titled = await makePdf({ ...document, head, title: word });
  expect((await pagesOf(titled))[0]).toMatch(/[W ]{59,}…/);
  expect(await rightEndOf(titled)).toBeLessThan(570);
  const parts: Partial<PrintDocument>[] = [
    { issuer: [word, word] },
    { head: [...head, { label: 'Reference', value: word }] },
    { parties: [{ heading: 'Bill To', lines: [word, word] }] },
    { payment: { heading: 'Pay', lines: [word] } },
    { aside: { heading: 'Words', text: word } },
    { notes: [{ heading: 'Notes', text: word }] },
    { signature: { name: word, role: 'Signatory' } },
  ];
  for (const part of parts) {
    const created = await makePdf({ ...document, head, ...part });
    const [page] = await pagesOf(created);
    const [name] = Object.keys(part);
    expect(page?.replaceAll(/[^W]/g, '').length, name).toBeGreaterThanOrEqual(100);
    expect(await rightEndOf(created), name).toBeLessThan(570);
  }
});
