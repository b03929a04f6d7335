import { Link } from '@tanstack/react-router';
import { type ComponentType, useMemo } from 'react';
import { formatNumber } from '~/kit/shared/money/numbers';
import { formatDay, formatInstant } from '~/kit/shared/time/days';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { Badge } from '~/kit/ui/elements/Badge';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type Lot, lotFields, lotStatuses } from '../lots.fields';
import { recallActions, useLotDialogs } from './LotActions';
import { useLotColumns } from './LotColumns';
import { LotDialogs } from './LotDialogs';
import { LotTrace } from './LotTrace';
import { useLotsIn } from './lots.client';

interface Props extends RecordPageProps {
  /** A vendor by its name, for people who may read vendors. */
  VendorName: ComponentType<{ id: number }>;
}

/** A lot's own page (docs/product/lots.md#page). */
export default function LotPage({ parts, VendorName }: Props) {
  const record = useRecord<Lot>('lots', ['locations', 'products']);
  const lots = useLotsIn(record.list);
  const dialogs = useLotDialogs(lots.rows);
  const company = useCompany();
  const shownVendor = useMay('vendors.read').ok ? VendorName : null;
  const columns = useLotColumns(lots);
  const actions = useMemo(() => [...dialogs.rowActions, ...recallActions], [dialogs.rowActions]);
  const { row } = record;
  return (
    <RecordPage
      record={record}
      fields={lotFields}
      title={({ lot_number }) => lot_number}
      about={
        row ? (
          <>
            <Link to={recordPath('products', row.product_id)}>{row.product_name}</Link> ·{' '}
            {row.sku_code}
          </>
        ) : null
      }
      actions={actions}
      columns={columns}
      sections={(shown) => sectionsOf(shown, company, shownVendor)}
      tabs={row ? [{ value: 'trace', label: 'Trace', content: <LotTrace lot={row} /> }] : []}
      parts={parts}
    >
      <LotDialogs lots={lots} dialogs={dialogs} />
    </RecordPage>
  );
}

function sectionsOf(
  lot: Lot,
  { timeZone, today }: Company,
  Vendor: Props['VendorName'] | null,
): DetailsSection[] {
  const { quantity, unit, locations } = lot;
  const status = lotStatuses.find(({ value }) => value === lot.status);
  const amount = (number: number) => `${formatNumber(number)} ${unit}`;
  return [
    {
      title: 'Lot',
      details: [
        { label: 'Status', value: status && <Badge color={status.color}>{status.label}</Badge> },
        { label: 'Made On', value: lot.made_on && formatDay(lot.made_on), fields: ['made_on'] },
        {
          label: 'Expires On',
          value: lot.expires_on && formatDay(lot.expires_on),
          fields: ['expires_on'],
        },
        ...(Vendor && lot.vendor_id !== null
          ? [{ label: 'Vendor', value: <Vendor id={lot.vendor_id} /> }]
          : []),
        { label: 'Vendor Lot', value: lot.vendor_lot, fields: ['vendor_lot'] },
        { label: 'Created', value: formatInstant(lot.created_at, timeZone) },
      ],
    },
    {
      title: 'In Stock',
      details: [
        { label: 'Quantity', value: amount(quantity) },
        ...locations.map((each) => ({ label: each.name, value: amount(each.quantity) })),
      ],
    },
    { title: 'Notes', text: lot.notes, fields: ['notes'] },
    historySection('/lots', lot, { fields: lotFields, timeZone, today }),
  ];
}
