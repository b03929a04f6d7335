import { formatMoney } from '~/kit/shared/money/money';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { stateText } from '~/modules/organization/company/states.rules';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import { stateTaxName } from '~/modules/sales/documents/taxes/tax-texts.rules';
import { type AdvancePart, sumsOfParts } from '../advance-amounts.rules';

interface Props {
  parts: readonly AdvancePart[];
  amount: number;
  place_of_supply: string | null;
}

/** What an advance is for, with the tax in it. */
export function AdvanceParts({ parts, amount, place_of_supply }: Props) {
  const sums = sumsOfParts(parts);
  const taxes = [
    ['CGST', sums.cgst_amount],
    [stateTaxName(place_of_supply), sums.sgst_amount],
    ['IGST', sums.igst_amount],
  ] as const;
  return (
    <LinesTable caption={supplyText(place_of_supply)}>
      <TableHead titles={['Paid For']} amounts={['Value', 'Tax', 'Amount']} />
      <tbody>
        {parts.map((part) => (
          <tr key={`${part.kind} ${part.tax_rate}`}>
            <th scope="row">{nameOf(part)}</th>
            <Amount of={part.taxable_value} />
            <Amount of={sumsOfParts([part]).tax_amount} />
            <Amount of={part.amount} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        {taxes
          .filter(([, tax]) => tax !== 0)
          .map(([label, tax]) => (
            <Sum key={label} label={label} amount={tax} />
          ))}
        <Sum label="Amount" amount={amount} />
      </tfoot>
    </LinesTable>
  );
}

function nameOf({ kind, tax_rate }: AdvancePart): string {
  const what = kind === 'goods' ? 'Goods' : 'Services';
  return tax_rate === null ? what : `${what} at ${tax_rate}%`;
}

function supplyText(state: string | null): string {
  return state === null ? 'Place of supply not known' : `Place of supply: ${stateText(state)}`;
}

function Amount({ of }: { of: number }) {
  return <td className="amount">{formatMoney(of, 'INR')}</td>;
}

function Sum({ label, amount }: { label: string; amount: number }) {
  return (
    <tr>
      <th scope="row" colSpan={3}>
        {label}
      </th>
      <Amount of={amount} />
    </tr>
  );
}
