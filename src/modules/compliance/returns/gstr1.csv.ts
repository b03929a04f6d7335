import { printCell, printRow } from '~/kit/shared/csv/csv';
import { stateText } from '~/modules/organization/company/states.rules';
import { type Gstr1, type Sums, tableNames } from './gstr1.fields';

/** A column of a table, on the screen as in the file. */
export interface ReturnColumn<Row> {
  title: string;
  of: (row: Row) => string | number | null;
  isMoney?: true;
  /** A day, which a screen writes as the company's. */
  isDay?: true;
}

type Column<Row> = ReturnColumn<Row>;

const column = <Row>(title: string, of: Column<Row>['of']): Column<Row> => ({ title, of });
const day = <Row>(title: string, of: Column<Row>['of']): Column<Row> => ({
  title,
  of,
  isDay: true,
});
const money = <Row>(title: string, of: (row: Row) => number): Column<Row> => ({
  title,
  of,
  isMoney: true,
});

export type Table = keyof Gstr1['tables'];
export type RowOf<T extends Table> = Gstr1['tables'][T]['rows'][number];

const kindNames = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  debit_note: 'Debit note',
  receipt_voucher: 'Receipt voucher',
  refund_voucher: 'Refund voucher',
} as const;

const stateColumns = (): Column<RowOf<'b2cs'>>[] => [
  column('Place of Supply', ({ place_of_supply }) => stateOf(place_of_supply)),
  column('Supply', ({ is_between_states }) => supply(is_between_states)),
  column('Rate (%)', ({ rate }) => rate),
  ...amounts,
];

const amounts: Column<Sums>[] = [
  money('Taxable Value', ({ taxable_value }) => taxable_value),
  money('IGST', ({ igst_amount }) => igst_amount),
  money('CGST', ({ cgst_amount }) => cgst_amount),
  money('SGST', ({ sgst_amount }) => sgst_amount),
];

const ofDocument: Column<RowOf<'b2b'>>[] = [
  column('Section', ({ section }) => section),
  column('Document', ({ kind }) => kindNames[kind]),
  column('Number', ({ number }) => number),
  day('Date', ({ date }) => date),
  column('Buyer', ({ buyer }) => buyer),
  column('GSTIN', ({ gstin }) => gstin),
  column('Place of Supply', ({ place_of_supply }) => stateOf(place_of_supply)),
  column('Reverse Charge', ({ reverse_charge }) => (reverse_charge ? 'Yes' : 'No')),
  column('Invoice', ({ original_number }) => original_number),
  day('Invoice Date', ({ original_date }) => original_date),
  money('Document Value', ({ value }) => value),
  column('Rate (%)', ({ rate }) => rate),
  ...amounts,
];

export const returnColumns: { [T in Table]: Column<RowOf<T>>[] } = {
  b2b: ofDocument,
  b2cl: ofDocument,
  exp: [
    ...ofDocument.slice(0, -amounts.length),
    column('Shipping Bill', ({ shipping_bill_number }) => shipping_bill_number),
    day('Shipping Bill Date', ({ shipping_bill_date }) => shipping_bill_date),
    column('Port Code', ({ port_code }) => port_code),
    ...amounts,
  ],
  b2cs: stateColumns(),
  nil: [
    column('Supply', ({ is_between_states }) => supply(is_between_states)),
    column('Buyers', ({ is_registered }) => (is_registered ? 'Registered' : 'Unregistered')),
    money('Nil-rated', ({ nil_rated }) => nil_rated),
    money('Exempt', ({ exempt }) => exempt),
    money('Non-GST', ({ non_gst }) => non_gst),
    ...amounts,
  ],
  cdnr: ofDocument,
  cdnur: ofDocument,
  at: stateColumns(),
  txpd: stateColumns(),
  hsn: [
    column('Buyers', ({ part }) => part.toUpperCase()),
    column('HSN/SAC', ({ hsn_code }) => hsn_code),
    column('UQC', ({ uqc }) => uqc),
    column('Quantity', ({ quantity }) => quantity),
    column('Rate (%)', ({ rate }) => rate),
    ...amounts,
  ],
  doc_issue: [
    column('Document', ({ kind }) => kindNames[kind]),
    column('From', ({ first }) => first),
    column('To', ({ last }) => last),
    column('Total', ({ total }) => total),
    column('Cancelled', ({ cancelled }) => cancelled),
    column('Issued', ({ issued }) => issued),
  ],
};

function stateOf(code: string | null): string {
  return code === null ? '' : stateText(code);
}

function supply(isBetween: boolean): string {
  return isBetween ? 'Between states' : 'Within the state';
}

/** A month's tables one below the other, each with its sums, line by line (docs/product/returns.md#csv). */
export function* gstr1Csv(month: Gstr1): Generator<string> {
  yield printRow(['GSTR-1', month.month, month.gstin ?? '']);
  for (const name of Object.keys(tableNames) as Table[]) yield* section(month, name);
}

function* section<T extends Table>({ tables }: Gstr1, name: T): Generator<string> {
  const own = returnColumns[name];
  const table: { rows: readonly RowOf<T>[]; sums?: Sums } = tables[name];
  yield printRow([]);
  yield printRow([tableNames[name]]);
  yield printRow(own.map(({ title }) => title));
  for (const row of table.rows) yield printRow(own.map(({ of }) => printCell(of(row))));
  const { sums } = table;
  if (!sums) return;
  const empty = Array.from({ length: own.length - amounts.length - 1 }, () => '');
  yield printRow(['Total', ...empty, ...amounts.map(({ of }) => printCell(of(sums)))]);
}
