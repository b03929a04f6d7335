import { formatMoney } from '~/kit/shared/money/money';
import type { Detail } from '~/kit/ui/dialog/DetailsSections';
import { lists, type RecordKind } from '~/modules/organization/kinds/kinds.rules';
import { PhoneLinks } from '~/modules/records/records/screens/ContactLinks';

interface Paper {
  id: number;
  customer_name: string;
  customer_phone: string | null;
  total_amount?: number;
}

/** The number of a paper's customer, with the paper in words for a chat (docs/product/records.md#contact). */
export function paperContact<Row extends Paper>(kind: RecordKind, numberOf: (row: Row) => string) {
  return (row: Row) => {
    const { id, customer_name: name, customer_phone: phone, total_amount: total } = row;
    const number = numberOf(row);
    // A draft has no number that its customer will ever read.
    if (number === `DRAFT-${id}`) return { kind, name, phone };
    const amount = total === undefined ? '' : `: ${formatMoney(total, 'INR')}`;
    return { kind, name, phone, text: `${lists[kind].noun} ${number}${amount}` };
  };
}

/** "Phone" in the details of a paper. */
export function phoneDetails<Row extends Paper>(
  row: Row,
  contactOf: ReturnType<typeof paperContact<Row>>,
): Detail[] {
  const { kind, name, phone, text } = contactOf(row);
  if (phone === null) return [];
  const of = { kind, id: row.id, name };
  const value = <PhoneLinks phone={phone} of={of} {...(text && { text })} />;
  return [{ label: 'Phone', value }];
}
