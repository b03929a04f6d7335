import { rupees } from '~/kit/shared/money/money';
import type { PrintCell, PrintTable } from '~/kit/shared/print/print-document';
import { hsnSummary, type HsnSum } from '../taxes/hsn-summary.rules';
import { quantityText } from './single-documents.print';
import { isBillOfSupply, printedTaxes, type TaxColumn } from '../taxes/tax-columns.rules';
import type { GoodsDocument, TaxDocumentLine } from './tax-documents.fields';
import { sumOf } from '../lines/totals.rules';

const amounts = new Intl.NumberFormat('en-IN', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
const plain = (amount: number) => amounts.format(amount);

interface PrintColumn<Row> {
  label: string;
  width: number | '*' | 'auto';
  align: 'left' | 'right';
  cell: (row: Row, at: number) => PrintCell;
  /** Its text in the row of sums. */
  sum?: string;
}

const right = { width: 'auto', align: 'right' } as const;

/** The lines with their taxes, and what is carried from page to page (docs/product/tax.md#printed-documents). */
export function gstLinesTable(source: GoodsDocument): PrintTable {
  const { lines } = source;
  const taxes = printedTaxes(source);
  const hasDiscount = lines.some(({ discount_amount }) => discount_amount > 0);
  const columns: PrintColumn<TaxDocumentLine>[] = [
    { label: '#', width: 'auto', align: 'right', cell: (_line, at) => String(at + 1) },
    {
      label: 'Description',
      width: '*',
      align: 'left',
      cell: (line) => line.description,
      sum: 'Total',
    },
    { label: 'HSN/SAC', width: 'auto', align: 'left', cell: (line) => line.hsn_code ?? '' },
    { label: 'Quantity', ...right, cell: quantityCell },
    { label: 'Rate', ...right, cell: (line) => plain(line.unit_price) },
    ...(hasDiscount ? [{ label: 'Discount', ...right, cell: discountCell }] : []),
    {
      label: valueLabel(source),
      ...right,
      cell: (line) => plain(line.taxable_value),
      sum: plain(source.subtotal),
    },
    ...(taxes.length === 0 && lines.some(({ tax_rate }) => tax_rate)
      ? [{ label: 'GST Rate', ...right, cell: rateCell }]
      : []),
    ...taxes.map((tax) => ({
      label: tax.label,
      ...right,
      cell: (line: TaxDocumentLine) => taxCell(line, tax),
      sum: plain(source[tax.part]),
    })),
  ];
  return { ...tableWith(columns, lines), carried: carriedTotals(source) };
}

/** What the lines of one code, unit and rate come to (docs/product/tax.md#hsn-and-sac). */
export function hsnTable(source: GoodsDocument): PrintTable {
  const taxes = printedTaxes(source);
  const columns: PrintColumn<HsnSum>[] = [
    {
      label: 'HSN/SAC',
      width: '*',
      align: 'left',
      cell: ({ hsn_code }) => hsn_code ?? 'Not given',
      sum: 'Total',
    },
    {
      label: 'Quantity',
      ...right,
      cell: ({ quantity, uqc }) => (quantity === 0 ? '' : `${quantityText(quantity)} ${uqc ?? ''}`),
    },
    ...(isBillOfSupply(source)
      ? []
      : [{ label: 'GST Rate', ...right, cell: (row: HsnSum) => percent(row.tax_rate) }]),
    {
      label: valueLabel(source),
      ...right,
      cell: ({ taxable_value }) => plain(taxable_value),
      sum: plain(source.subtotal),
    },
    ...taxes.map(({ label, part }) => ({
      label,
      ...right,
      cell: (row: HsnSum) => plain(row[part]),
      sum: plain(source[part]),
    })),
    ...(taxes.length > 1
      ? [
          {
            label: 'Total Tax',
            ...right,
            cell: (row: HsnSum) => plain(sumOf(taxes.map(({ part }) => row[part]))),
            sum: plain(source.tax_amount),
          },
        ]
      : []),
  ];
  const table = tableWith(columns, hsnSummary(source));
  // Side by side, unless the amounts want the room.
  const isWide = source.subtotal >= 1e9;
  const evenly = table.columns.map((column) => ({ ...column, width: '*' as const }));
  return isWide ? table : { ...table, columns: evenly };
}

function tableWith<Row>(columns: readonly PrintColumn<Row>[], rows: readonly Row[]): PrintTable {
  return {
    columns: columns.map(({ label, width, align }) => ({ label, width, align })),
    rows: rows.map((row, at) => columns.map(({ cell }) => cell(row, at))),
    sums: columns.map(({ sum }) => sum ?? ''),
  };
}

function quantityCell({ quantity, unit }: TaxDocumentLine): PrintCell {
  return unit === null ? quantityText(quantity) : { text: quantityText(quantity), after: unit };
}

function discountCell({ discount_amount, discount_percent }: TaxDocumentLine): PrintCell {
  if (discount_amount === 0) return '';
  const text = plain(discount_amount);
  return discount_percent === null ? text : { before: percent(discount_percent), text };
}

function taxCell(line: TaxDocumentLine, { part, share }: TaxColumn): PrintCell {
  const text = plain(line[part]);
  if (line.tax_rate === null) return text;
  return { before: untaxedWord(line) ?? percent(line.tax_rate * share), text };
}

const untaxedTexts: Readonly<Record<string, string>> = {
  exempt: 'Exempt',
  nil_rated: 'Nil-rated',
  non_gst: 'Non-GST',
};

function untaxedWord({ tax_treatment }: TaxDocumentLine): string | undefined {
  return untaxedTexts[tax_treatment ?? ''];
}

function rateCell(line: TaxDocumentLine): string {
  return untaxedWord(line) ?? percent(line.tax_rate);
}

function percent(rate: number | null): string {
  return rate === null ? '' : `${Number(rate.toFixed(3))}%`;
}

function valueLabel(source: GoodsDocument): string {
  return isBillOfSupply(source) ? 'Value' : 'Taxable Value';
}

function carriedTotals(source: GoodsDocument): string[] {
  const isTaxed = source.tax_amount !== 0;
  let value = 0;
  let tax = 0;
  return source.lines.map((line) => {
    value = sumOf([value, line.taxable_value]);
    tax = sumOf([tax, line.cgst_amount, line.sgst_amount, line.igst_amount]);
    const texts = `${valueLabel(source)} ${rupees(value)}`;
    return isTaxed ? `${texts}   Tax ${rupees(tax)}` : texts;
  });
}
