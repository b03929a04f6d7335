import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatNumber } from '~/kit/shared/money/numbers';
import { formatDay, formatInstant } from '~/kit/shared/time/days';
import { useOneRecord } from '~/kit/ui/data/useOneRecord';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { Badge } from '~/kit/ui/elements/Badge';
import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/elements/ListStates';
import { EditableDetails } from '~/kit/ui/grid/EditableDetails';
import { Page } from '~/kit/ui/shell/Page';
import { RecordActions } from '~/kit/ui/shell/RecordActions';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { type Lot, lotFields, lotStatuses, type WholeLot } from '../lots.fields';
import { recallActions, useLotDialogs } from './LotActions';
import { useLotColumns } from './LotColumns';
import { LotDialogs } from './LotDialogs';
import { LotTrace } from './LotTrace';
import { useLotsIn } from './lots.client';

/** Where it lies is known to its own call alone. */
type ShownLot = Lot & Partial<Pick<WholeLot, 'locations'>>;

const back = { to: '/lots', label: 'Lots' };

/** A lot's own page (docs/product/lots.md#page). */
export default function LotPage() {
  const { id: named } = useParams({ strict: false }) as { id?: string };
  const id = /^\d{1,10}$/.test(named ?? '') ? Number(named) : 0;
  const { list, row, state } = useOneRecord<ShownLot>(
    { entity: 'lots', path: '/lots', dependsOn: ['locations', 'products'] },
    id,
  );
  const lots = useLotsIn(list);
  const dialogs = useLotDialogs(lots.rows);
  const company = useCompany();
  const columns = useLotColumns(lots);
  const actions = useMemo(() => [...dialogs.rowActions, ...recallActions], [dialogs.rowActions]);
  if (state === 'missing') return <Missing />;
  if (row === null)
    return (
      <Page title="Lot" back={back}>
        {state === 'failed' ? (
          <FailedState text="The lot could not be loaded" onRetry={list.retry} />
        ) : (
          <LoadingRows columns={3} text="Loading lot..." />
        )}
      </Page>
    );
  return (
    <Page
      title={row.lot_number}
      back={back}
      subtitle={
        <>
          <Link to={recordPath('products', row.product_id)}>{row.product_name}</Link> ·{' '}
          {row.sku_code}
        </>
      }
      actions={<RecordActions row={row} actions={actions} />}
    >
      <EditableDetails row={row} columns={columns} sections={sectionsOf(row, company)} />
      <LotTrace key={row.id} lot={row} />
      <LotDialogs lots={lots} dialogs={dialogs} />
    </Page>
  );
}

function Missing() {
  return (
    <Page title="Lot not found">
      <EmptyState
        text="This lot does not exist."
        hint="It may have been deleted with its product."
        action={
          <Button component={Link} to={back.to}>
            Back to lots
          </Button>
        }
      />
    </Page>
  );
}

function sectionsOf(lot: ShownLot, { timeZone, today }: Company): DetailsSection[] {
  const { quantity, unit, locations = [] } = lot;
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
