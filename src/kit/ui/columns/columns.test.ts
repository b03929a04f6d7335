import { describe, expect, it } from 'vitest';
import { customOf } from '~/kit/shared/fields/custom-column';
import * as field from '~/kit/shared/fields/fields';
import { columnsFromFields } from './columns';

const fields = {
  id: field.id,
  company_name: field.text({ label: 'Company', required: true, max: 100, sortable: true }),
  status: field.choice({
    label: 'Status',
    required: true,
    sortable: true,
    choices: [{ value: 'net_30', label: 'Net 30' }],
  }),
  assigned_to: field.link({ label: 'Assigned To', to: 'users' }),
  credit_limit: field.money({ label: 'Credit Limit', currency: 'INR', max: 1e9, sortable: true }),
  due_date: field.day({ label: 'Due', sortable: true }),
  is_active: field.flag({ label: 'State', states: field.activeStates, required: true }),
  order_count: field.derived(field.wholeNumber({ label: 'Orders', max: 1e6 })),
  created_at: field.instant({ label: 'Created', sortable: true }),
} satisfies field.Fields;

type Customer = field.RowOf<typeof fields>;

const row: Customer = {
  id: 1234,
  company_name: 'Acme',
  status: 'net_30',
  assigned_to: 2,
  credit_limit: 145678.67,
  due_date: '2026-11-24',
  is_active: false,
  order_count: 1234,
  created_at: '2026-11-20T20:00:00.000Z',
};
const saved: unknown[] = [];
const columns = columnsFromFields<typeof fields, Customer>(fields, {
  timeZone: 'Asia/Kolkata',
  today: '2026-11-21',
  choices: { assigned_to: [{ value: '2', label: 'Anita Rao' }] },
  required: ['company_name'],
  save: async (_row, patch) => void saved.push(patch),
});
const column = (key: string) => columns.find((each) => each.key === key);

describe('columns read from fields', () => {
  it('show words, never keys', () => {
    const texts = columns.map(({ key, text }) => [key, text(row)]);
    expect(Object.fromEntries(texts)).toEqual({
      id: '1234',
      company_name: 'Acme',
      status: 'Net 30',
      assigned_to: 'Anita Rao',
      credit_limit: '₹1,45,678.67',
      due_date: '24 Nov 2026',
      is_active: 'Inactive',
      order_count: '1,234',
      // 01:30 on the 21st in Kolkata.
      created_at: 'Today',
    });
  });

  it('show nothing where there is no value, and sort it last', () => {
    const empty = { ...row, credit_limit: null, due_date: null };
    expect(column('credit_limit')?.text(empty)).toBe('');
    expect(column('due_date')?.sortValue?.(empty)).toBeNull();
  });

  it('are right-aligned for amounts', () => {
    expect(columns.filter(({ align }) => align === 'right').map(({ key }) => key)).toEqual([
      'credit_limit',
      'order_count',
    ]);
  });

  it('cannot be edited where the server alone sets the value', () => {
    const readOnly = columns.filter(({ edit }) => !edit).map(({ key }) => key);
    expect(readOnly).toEqual(['id', 'order_count', 'created_at']);
  });

  it('check and save by the field', async () => {
    const saveTyped = async (key: string, typed: string) => {
      const edit = column(key)?.edit;
      const reading = edit?.read(typed);
      if (reading?.ok) await edit?.save(row, reading.value);
      return reading;
    };
    const wrong = { ok: false, message: 'Company is required' };
    expect(await saveTyped('company_name', ' ')).toEqual(wrong);
    await saveTyped('credit_limit', '1,500.50');
    await saveTyped('due_date', '');
    await saveTyped('assigned_to', '2');
    await saveTyped('is_active', 'true');
    expect(saved).toEqual([
      { credit_limit: 1500.5 },
      { due_date: null },
      { assigned_to: 2 },
      { is_active: true },
    ]);
  });

  it('can be changed one by one, and not be editable at all', () => {
    const [changed, plain] = columnsFromFields<typeof fields, Customer>(fields, {
      keys: ['company_name', 'due_date'],
      timeZone: 'Asia/Kolkata',
      today: '2026-11-21',
      save: async () => {},
      overrides: { company_name: { title: 'Firm', width: 300 }, due_date: { edit: false } },
    });
    expect(changed).toMatchObject({ title: 'Firm', width: 300, edit: { kind: 'text' } });
    expect(plain?.edit).toBeUndefined();
  });

  it('show a dash for a value that cannot be shown, and sort it last', () => {
    const throwing = () => {
      throw new Error('no such status');
    };
    const created = columnsFromFields<typeof fields, Customer>(fields, {
      timeZone: 'Asia/Kolkata',
      today: '2026-11-21',
      overrides: {
        status: { text: throwing, sortValue: throwing, render: throwing, fileValue: throwing },
      },
    });
    const odd = { ...row, due_date: '2026-13-45', created_at: 'x', credit_limit: Number.NaN };
    const shown = created.map(({ key, text }) => [key, text(odd)]);
    expect(Object.fromEntries(shown)).toMatchObject({
      status: '–',
      credit_limit: '–',
      due_date: '–',
      created_at: '–',
    });
    const status = created.find(({ key }) => key === 'status');
    expect(status?.sortValue?.(odd)).toBeNull();
    expect(status?.fileValue?.(odd)).toBeNull();
    expect(status?.render?.(odd)).toBe('–');
    expect(created.map(({ render }) => render?.(odd))).toHaveLength(created.length);
  });

  it('name a flag that is set where it has no title, instead of "Yes"', () => {
    const fields = {
      is_default: field.flag({ label: 'Default' }),
      is_active: field.flag({ label: 'Active', states: field.activeStates }),
    };
    const options = { timeZone: 'Asia/Kolkata', today: '2026-11-21' as const };
    const columns = columnsFromFields(fields, options);
    const shown = [true, false].map((is) =>
      columns.map(({ narrowText, text }) => {
        const values = { is_default: is, is_active: is };
        return narrowText?.(values) ?? text(values);
      }),
    );
    expect(shown).toEqual([
      ['Default', 'Active'],
      ['', 'Inactive'],
    ]);
  });

  it('name an own flag in the same way', () => {
    const own = { id: field.id, custom: customOf('leads') };
    const options = { timeZone: 'Asia/Kolkata', today: '2026-11-21' as const };
    const [first] = columnsFromFields(own, options);
    const urgent = { 'custom.urgent': field.flag({ label: 'Urgent' }) };
    const [column] = first?.ownColumns?.columns(urgent) ?? [];
    const shown = [{ urgent: true }, { urgent: false }, {}].map((custom) => {
      const values = { id: 1, custom };
      return [column?.text(values), column?.narrowText?.(values)];
    });
    expect(shown).toEqual([
      ['Yes', 'Urgent'],
      ['No', ''],
      ['', ''],
    ]);
    expect(column?.badge).toBe(false);
  });
});
