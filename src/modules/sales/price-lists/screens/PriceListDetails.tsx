import { Button } from '@mantine/core';
import { formatPrice } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { formatDay, formatInstant } from '~/kit/shared/time/days';
import { DetailsDialog } from '~/kit/ui/dialog/DetailsDialog';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import { type PriceList, priceListFields, type WholePriceList } from '../price-lists.fields';
import { customerText, Validity } from './PriceListColumns';
import { useWholePriceList } from './price-lists.client';

interface Props {
  list: PriceList | null;
  onClose: () => void;
  /** Null for a user who may not change price lists. */
  onEdit: ((list: PriceList) => void) | null;
}

export default function PriceListDetails({ list, onClose, onEdit }: Props) {
  const company = useCompany();
  return (
    <DetailsDialog
      opened={list !== null}
      onClose={onClose}
      title="Price List Details"
      page={list ? recordPath('price_lists', list.id) : undefined}
      subtitle={list?.name}
      sections={list ? priceListSections(list, company) : []}
      actions={
        list && onEdit ? <Button onClick={() => onEdit(list)}>Edit Price List</Button> : null
      }
    />
  );
}

/** All that is known of a price list, in its dialog and on its page. */
export function priceListSections(list: PriceList, { timeZone, today }: Company): DetailsSection[] {
  const until = list.valid_until;
  return [
    {
      title: 'Price List',
      details: [
        { label: 'Customer', value: customerText(list), wide: true },
        { label: 'Valid From', value: formatDay(list.valid_from), fields: ['valid_from'] },
        {
          label: 'Valid Until',
          value: until === null ? 'No end' : formatDay(until),
          fields: ['valid_until'],
        },
        { label: 'Validity', value: <Validity list={list} today={today} /> },
        {
          label: priceListFields.set_by_admin.label,
          value: list.set_by_admin ? 'Yes' : 'No',
          fields: ['set_by_admin'],
        },
        { label: 'Created', value: formatInstant(list.created_at, timeZone) },
        { label: 'Last Updated', value: formatInstant(list.updated_at, timeZone) },
      ],
    },
    { title: 'Products', content: <Parts list={list} Part={Prices} /> },
    { title: 'Discount Limits', content: <Parts list={list} Part={Limits} /> },
    { title: 'Notes', text: list.notes, fields: ['notes'] },
    historySection('/price_lists', list, { fields: priceListFields, timeZone, today }),
  ];
}

interface PartsProps {
  list: PriceList;
  Part: (props: { list: WholePriceList }) => React.ReactNode;
}

function Parts({ list, Part }: PartsProps) {
  const { data, state, retry } = useWholePriceList(list);
  if (data?.id !== list.id) return <NotLoaded what="prices" state={state} onRetry={retry} />;
  return <Part list={data} />;
}

function Prices({ list: { items } }: { list: WholePriceList }) {
  if (items.length === 0) return <SoftText>No products yet</SoftText>;
  return (
    <LinesTable>
      <TableHead titles={['Product']} amounts={['From Quantity', 'Unit Price']} />
      <tbody>
        {items.map(({ product_id, product_name, sku_code, from_quantity, unit_price }) => (
          <tr key={`${product_id} ${from_quantity}`}>
            <th scope="row">
              {product_name}
              <SoftText as="div" small>
                {sku_code}
              </SoftText>
            </th>
            <td className="amount">{formatNumber(from_quantity)}</td>
            <td className="amount">{formatPrice(unit_price)}</td>
          </tr>
        ))}
      </tbody>
    </LinesTable>
  );
}

function Limits({ list: { discount_limits: limits } }: { list: WholePriceList }) {
  if (limits.length === 0) return <SoftText>Every role may give any discount</SoftText>;
  return (
    <LinesTable>
      <TableHead titles={['Role']} amounts={['Discount up to']} />
      <tbody>
        {limits.map(({ role_id, role_name, percent }) => (
          <tr key={role_id}>
            <th scope="row">{role_name}</th>
            <td className="amount">{percent} %</td>
          </tr>
        ))}
      </tbody>
    </LinesTable>
  );
}
