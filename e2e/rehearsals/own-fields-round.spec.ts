import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { patience } from '../../scripts/patience.mjs';
import { parseCell } from '../../src/kit/shared/csv/csv';
import { CsvReader } from '../../src/kit/shared/csv/csv-reader';
import * as field from '../../src/kit/shared/fields/fields';
import { openSheets } from '../../src/kit/shared/sheets/xlsx-reader';
import { pagesOf } from '../../src/kit/server/testing/test-pdf';
import { pick, rowOf } from '../orders';
import { enter, expect, test } from '../product';

/** An export of another program, with columns of the company's own behind those of the program. */
interface Program {
  file: string;
  path: string;
  records: number;
  /** The labels and types that are proposed for the company's own columns, and for some of the program's. */
  types: Readonly<Record<string, string>>;
  /** The column of the file and the heading of our export that tell the records apart. */
  key: readonly [file: string, own: string];
  filter: (panel: Locator, page: Page) => Promise<void>;
  filtered: string;
}

const zoho: Program = {
  file: 'zoho-leads.csv',
  path: '/leads',
  records: 3,
  types: {
    'Machine Model': 'text',
    'Material Grade': 'choice',
    'Required By': 'date',
    'Site Visit Done': 'flag',
    'Budget (INR)': 'money',
    'Part Weight (kg)': 'number',
    'Drawing Link': 'url',
    'Purchase Email': 'email',
    'Plant Phone': 'phone',
    'Vendor Code With Us': 'text',
    'Technical Notes': 'long_text',
    'Record Id': 'text',
    'Created Time': 'text',
  },
  key: ['Company', 'Company Name'],
  filter: async (panel, page) => {
    await panel.getByRole('combobox', { name: 'Material Grade' }).click();
    await page.getByRole('option', { name: 'SS 304' }).click();
  },
  filtered: 'Tapti Textiles',
};

const odoo: Program = {
  file: 'odoo-contacts.xlsx',
  path: '/customers',
  records: 3,
  types: {
    'Warranty End': 'date',
    'Machine Count': 'number',
    'Key Account': 'flag',
    Segment: 'choice',
    'Stores Phone': 'phone',
    'Supplier Code': 'text',
    Portal: 'url',
    'Agreed Discount': 'number',
    'Inspection Notes': 'long_text',
  },
  key: ['Complete Name', 'Company Name'],
  filter: async (panel) => {
    await panel.getByLabel('Machine Count from').fill('10');
  },
  filtered: '李 伟',
};

const erpNext: Program = {
  file: 'erpnext-item.csv',
  path: '/inventory/products',
  records: 3,
  types: {
    'Drawing No': 'text',
    'Heat Treated': 'flag',
    Inspection: 'choice',
    'Tool Life (Cycles)': 'number',
    Datasheet: 'url',
    'Drawing Date': 'date',
  },
  key: ['Item Code', 'sku_code'],
  filter: async (panel) => {
    await panel.getByLabel('Drawing No').fill('0041');
  },
  filtered: 'EN8 bar',
};

const folder = new URL('../own-fields/', import.meta.url);

test('the fields of exports of Zoho, Odoo and ERPNext go in whole, and out again unchanged', async ({
  page,
  product,
}) => {
  test.setTimeout(90_000 * patience());
  await enter(page, product);
  for (const program of [zoho, odoo, erpNext]) {
    const created = await bringIn(page, program);
    await filterBy(page, program);
    await showAll(page);
    const given = await rowsOf(program.file, await readFile(new URL(program.file, folder)));
    for (const format of ['CSV', 'Excel'] as const) {
      const { name, buffer } = await exported(page, format);
      await test.step(`${program.file} as ${format}`, async () => {
        expectUnchanged(program, created, { given, found: await rowsOf(name, buffer) });
        await expectNoChange(page, program, { name, buffer });
      });
    }
  }
  await printOnQuotation(page);
});

async function choose(page: Page, file: { name: string; buffer: Buffer }): Promise<Locator> {
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: /^Import / });
  const { name, buffer } = file;
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name, buffer, mimeType: 'application/octet-stream' });
  return dialog;
}

/** The names and types of the fields that were created for columns, by their headings. */
type CreatedFields = Map<string, { name: string; type: string }>;

/** Creates a field for each column without one, and imports the file; gives the field of each heading. */
async function bringIn(page: Page, program: Program): Promise<CreatedFields> {
  const { file, path, records, types } = program;
  await page.goto(path);
  const dialog = await choose(page, { name: file, buffer: await readFile(new URL(file, folder)) });
  if (program === erpNext) await dialog.getByRole('button', { name: 'Map Columns' }).click();
  await expect(dialog.getByText('Row of headings')).toBeVisible();
  const created: CreatedFields = new Map();
  const proposed: Record<string, string> = {};
  const columns = dialog.getByRole('listitem').filter({ has: page.getByRole('combobox') });
  for (const column of await columns.all()) {
    const choice = column.getByRole('combobox').first();
    if ((await choice.inputValue()) !== '') continue;
    const heading = (await column.locator('label').first().textContent()) ?? '';
    await choice.selectOption('New custom field…');
    const form = page.getByRole('dialog', { name: 'Add Field' });
    const label = await form.getByLabel('Label').inputValue();
    const type = await form.getByLabel('Type').inputValue();
    proposed[label] = type;
    await form.getByRole('button', { name: 'Create Field' }).click();
    await expect(form).toBeHidden();
    await expect(choice).toHaveValue(/^custom\./);
    created.set(heading, { name: await choice.inputValue(), type });
  }
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('status')).toContainText(`${records} would be created`);
  await expect(dialog.getByText(/Columns left out/)).toBeHidden();
  await expect(dialog.getByRole('region', { name: 'Refused rows' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByRole('status')).toContainText(`${records} created`);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  expect(proposed).toMatchObject(types);
  return created;
}

async function filterBy(page: Page, { filter, filtered, records, path }: Program): Promise<void> {
  await page.goto(path);
  if (path === '/leads') await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(page.getByRole('row')).toHaveCount(records + 1);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Filters & Search' });
  await filter(panel, page);
  await panel.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(rowOf(page, filtered)).toBeVisible();
  await page.getByRole('button', { name: /^Remove filter/ }).click();
  await expect(page.getByRole('row')).toHaveCount(records + 1);
}

/** Shows all columns, which a file of the list then has. */
async function showAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Customize Columns' }).click();
  const chooser = page.getByRole('dialog', { name: 'Customize Columns' });
  await expect(chooser).toBeVisible();
  for (const box of await chooser.getByRole('checkbox').all()) await box.check();
  await page.keyboard.press('Escape');
}

async function exported(page: Page, format: 'CSV' | 'Excel') {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: `Export ${format}` }).click();
  return fileOf(await saving);
}

async function fileOf(download: Download): Promise<{ name: string; buffer: Buffer }> {
  return { name: download.suggestedFilename(), buffer: await readFile(await download.path()) };
}

async function rowsOf(name: string, bytes: Buffer): Promise<Record<string, string>[]> {
  const lines: string[][] = [];
  if (name.endsWith('.xlsx')) {
    const read = async (from: number, to: number) => new Uint8Array(bytes.subarray(from, to));
    const [sheet] = await openSheets({ size: bytes.length, read });
    for await (const { cells } of sheet?.rows() ?? []) lines.push([...cells]);
  } else {
    const reader = new CsvReader(',');
    const text = bytes.toString('utf8').replace('\ufeff', '');
    for (const { cells } of [...reader.push(text), ...reader.end()]) lines.push([...cells]);
  }
  const [titles = [], ...rows] = lines;
  return rows.map((cells) =>
    Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? ''])),
  );
}

const kinds = {
  flag: field.flag({ label: '' }),
  number: field.quantity({ label: '', max: 1e12 }),
  text: field.longText({ label: '', max: 9999 }),
};

/** What a cell means: yes for true and 1, 12.5 for 12.50, nothing for -None-. */
function meaningOf(cell = 'no column', type: string): unknown {
  const kind = type === 'flag' ? 'flag' : type === 'number' || type === 'money' ? 'number' : 'text';
  const value = parseCell(kinds[kind], cell.trim() === '-None-' ? '' : cell);
  return typeof value === 'string' ? value.trim().replaceAll('\r\n', '\n') : value;
}

type Rows = readonly Record<string, string>[];

function expectUnchanged(
  { key: [fileKey, ownKey], records }: Program,
  created: CreatedFields,
  { given, found }: { given: Rows; found: Rows },
): void {
  const before = given
    .filter((row) => row[fileKey] !== '')
    .map((row) => [
      row[fileKey],
      ...[...created].map(([heading, { type }]) => [heading, meaningOf(row[heading], type)]),
    ]);
  const after = found.map((row) => [
    row[ownKey],
    ...[...created].map(([heading, { name, type }]) => [heading, meaningOf(row[name], type)]),
  ]);
  expect(found).toHaveLength(records);
  expect(after.sort()).toEqual(before.sort());
}

async function expectNoChange(
  page: Page,
  program: Program,
  file: { name: string; buffer: Buffer },
): Promise<void> {
  const dialog = await choose(page, file);
  if (program !== erpNext) await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('status')).toContainText(`${program.records} would not change`);
  await expect(dialog.getByRole('status')).toContainText('0 would be changed');
  await expect(dialog.getByRole('region', { name: 'Refused rows' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

async function printOnQuotation(page: Page): Promise<void> {
  for (const [label, type] of [
    ['Machine Model', 'text'],
    ['Required By', 'date'],
  ]) {
    const data = { kind: 'quotations', label, type, is_printed: true };
    const created = await page.request.post('/api/custom-fields', { data });
    expect(created.status()).toBe(201);
  }
  await page.goto('/leads');
  await rowOf(page, 'Narmada Valves').getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Open page' }).click();
  await page.getByRole('button', { name: 'Create Quotation' }).click();
  const form = page.getByRole('dialog', { name: 'Create Quotation for Narmada Valves' });
  await expect(form.getByLabel('Machine Model')).toHaveValue('VMC 850');
  const item = form.getByRole('group', { name: 'Item 1' });
  await pick(page, item.getByRole('combobox', { name: 'Product' }), 'en8', 'EN8 bar');
  await form.getByRole('button', { name: 'Create Quotation' }).click();
  await expect(form).toBeHidden();
  await page.goto('/quotations');
  const saving = page.waitForEvent('download');
  await rowOf(page, 'Narmada Valves').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  const [paper = ''] = await pagesOf((await fileOf(await saving)).buffer);
  expect(paper).toMatch(/Machine Model: VMC 850 .*Required By: 15 Dec 2026/);
}
