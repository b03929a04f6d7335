import { beforeAll, expect, it } from 'vitest';
import { ownFields } from '~/kit/server/audit/unwind';
import { lineText } from '~/kit/ui/dialog/historyLine';
import { recordKinds } from '~/modules/organization/kinds/kinds.rules';
import { historyOf } from '~/modules/records/records/server/records.service';
import { extendModules } from './modules';

beforeAll(extendModules);

it.each(recordKinds)('names the records that a link of %s points at', (kind) => {
  const { entity, links = {} } = historyOf(kind);
  const own = ownFields(entity.fields).filter(([name]) => name !== 'created_by');
  const unnamed = own.flatMap(([name, field]) =>
    field.kind === 'link' && !links[name] ? [name] : [],
  );
  expect(unnamed).toEqual([]);
});

const sample: Readonly<Record<string, unknown>> = {
  description: 'Rod',
  quantity: 2,
  rejected_quantity: 1,
  from_quantity: 4,
  min_quantity: 6,
  multiple: 8,
  unit: 'kg',
  factor: 3,
  unit_price: 5,
  price: 5,
  amount: 5,
  line_total: 10,
  percent: 7,
  vendor_sku: 'R-1',
  lead_days: 9,
  is_preferred: true,
  is_option: true,
  expected_date: '2026-11-21',
  notes: 'Black',
};

/** The price of a unit says which; a quantity alone does not. */
const unsaid = new Set(['transfer_lines unit', 'delivery_lines unit', 'goods_receipt_lines unit']);

const lineKinds = () => recordKinds.flatMap((kind) => historyOf(kind).lines ?? []);

it('says of a changed line each field that its kind has', () => {
  for (const { table, columns } of lineKinds()) {
    const line = Object.fromEntries(columns.map((name) => [name, sample[name]]));
    for (const name of columns) {
      expect(line[name], `${table} ${name}`).toBeDefined();
      if (unsaid.has(`${table} ${name}`)) continue;
      const other = { ...line, [name]: typeof line[name] === 'number' ? 11 : null };
      expect(lineText(other), `${table} ${name}`).not.toBe(lineText(line));
    }
  }
});

it('says nothing of the fields that a kind of line lacks', () => {
  for (const { table, columns } of lineKinds()) {
    const line = Object.fromEntries(columns.map((name) => [name, sample[name]]));
    expect(lineText(line), table).not.toMatch(/\b0\b|undefined|null|NaN/);
  }
});
