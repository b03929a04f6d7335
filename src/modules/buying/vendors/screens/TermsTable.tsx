import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatPrice } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { Badge } from '~/kit/ui/elements/Badge';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import type { Terms } from '../terms.fields';
import { useTerms } from './vendors.client';

/** What a vendor sells, and for what. */
export function TermsTable({ of }: { of: number }) {
  const { data, state, retry } = useTerms(of);
  if (!data) return <NotLoaded what="products" state={state} onRetry={retry} />;
  if (data.length === 0) return <SoftText>No products yet</SoftText>;
  return (
    <TermsLines
      title="Product"
      lines={data.map((terms) => ({
        terms,
        head: (
          <>
            <Link to={recordPath('products', terms.product_id)}>{terms.product_name}</Link>
            <SoftText as="div" small>
              {[terms.sku_code, terms.vendor_sku].filter(Boolean).join(' · ')}
            </SoftText>
          </>
        ),
      }))}
    />
  );
}

interface Line {
  terms: Terms & { vendor_id?: number };
  head: ReactNode;
}

/** Terms of purchase, a line each. */
export function TermsLines({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <LinesTable stacked>
      <TableHead titles={[title, 'Unit']} amounts={['Price', 'Minimum', 'Multiple', 'Lead Days']} />
      <tbody>
        {lines.map(({ terms, head }) => (
          <tr key={`${terms.product_id} ${terms.vendor_id}`}>
            <th scope="row">
              {head}
              {terms.is_preferred ? <Badge color="teal">Preferred</Badge> : null}
            </th>
            <td data-label="Unit">{unitText(terms)}</td>
            <td className="amount" data-label="Price">
              {terms.price === null ? '–' : formatPrice(terms.price)}
            </td>
            <td className="amount" data-label="Minimum">
              {numberText(terms.min_quantity)}
            </td>
            <td className="amount" data-label="Multiple">
              {numberText(terms.multiple)}
            </td>
            <td className="amount" data-label="Lead Days">
              {numberText(terms.lead_days)}
            </td>
          </tr>
        ))}
      </tbody>
    </LinesTable>
  );
}

function numberText(value: number | null): string {
  return value === null ? '–' : formatNumber(value);
}

/** "box of 12 each", or the unit alone where one holds one. */
function unitText({ unit, factor, product_unit }: Terms): string {
  return factor === 1 && unit === product_unit
    ? unit
    : `${unit} of ${formatNumber(factor)} ${product_unit}`;
}
