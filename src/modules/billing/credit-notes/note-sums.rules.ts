import type { Note } from './credit-notes.fields';

/** Label and rupees of what a note comes to, the total last. */
export function sumsOf(note: Amounts): [string, number][] {
  const { tax_mode, tax_rate, cgst_amount, igst_amount, round_off } = note;
  const byGst: [string, number][] =
    igst_amount > 0
      ? [['IGST', igst_amount]]
      : [
          ['CGST', cgst_amount],
          ['SGST', cgst_amount],
        ];
  return [
    ['Subtotal', note.subtotal],
    ...(tax_mode === 'gst' ? byGst : [[`Tax (${tax_rate}%)`, note.tax_amount] as [string, number]]),
    ...(round_off === 0 ? [] : [['Round-off', round_off] as [string, number]]),
    ['Total', note.total_amount],
  ];
}

type Amounts = Pick<
  Note,
  | 'tax_mode'
  | 'tax_rate'
  | 'subtotal'
  | 'tax_amount'
  | 'cgst_amount'
  | 'igst_amount'
  | 'round_off'
  | 'total_amount'
>;
