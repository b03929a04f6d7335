import { IconCheck } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatInstant } from '~/kit/shared/time/days';
import { attempt, orTryAgain } from '~/kit/ui/calls/reportFailure';
import { DetailsDialog } from '~/kit/ui/dialog/DetailsDialog';
import { ChoiceBadge } from '~/kit/ui/elements/Badge';
import { toast } from '~/kit/ui/messages/toasts';
import { PagedTable } from '~/kit/ui/grid/PagedTable';
import { viewAction } from '~/kit/ui/grid/RowActions';
import type { Column, RowAction } from '~/kit/ui/columns/tableColumn';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { lists } from '~/modules/organization/kinds/kinds.rules';
import { type Arrival, arrivalStatuses, type LeadSource } from '../lead-sources.fields';
import { acceptArrival, arrivalsPath } from './lead-sources.client';

/** The arrivals of a source, newest first, with what became of each. */
export function ArrivalsPanel({ source: { id } }: { source: LeadSource }) {
  const [shown, setShown] = useState<Arrival | null>(null);
  const { timeZone } = useCompany();
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  const rowActions = useMemo<readonly RowAction<Arrival>[]>(
    () => [
      viewAction(setShown),
      {
        key: 'accept',
        label: () => 'Accept',
        icon: <IconCheck size={16} />,
        isOffered: ({ record }) => record === null,
        onClick: (arrival) =>
          void attempt(orTryAgain('Failed to accept arrival'), async () => {
            await acceptArrival(id, arrival.id);
            toast('success', 'Arrival accepted successfully');
          }),
      },
    ],
    [id],
  );
  return (
    <>
      <PagedTable
        label="Arrivals"
        path={arrivalsPath(id)}
        statuses={arrivalStatuses}
        columns={columns}
        rowActions={rowActions}
        onOpenRow={setShown}
        days={90}
      />
      <ArrivalDialog arrival={shown} onClose={() => setShown(null)} />
    </>
  );
}

function ArrivalDialog({ arrival, onClose }: { arrival: Arrival | null; onClose: () => void }) {
  return (
    <DetailsDialog
      opened={arrival !== null}
      onClose={onClose}
      title="Arrival"
      sections={arrival ? [{ title: 'Content', details: contentOf(arrival) }] : []}
      actions={null}
    />
  );
}

function contentOf({ values, error, record }: Arrival) {
  const path = record?.type === 'customer' ? lists.customers.path : lists.leads.path;
  return [
    ...(record
      ? [{ label: 'Record', value: <RecordLink path={path} id={record.id} name={record.label} /> }]
      : []),
    ...(error === null ? [] : [{ label: 'Error', value: error }]),
    ...Object.entries(values).map(([label, value]) => ({ label, value, wide: value.length > 40 })),
  ];
}

function columnsIn(timeZone: string): readonly Column<Arrival>[] {
  const stateOf = ({ status }: Arrival) => arrivalStatuses.find(({ value }) => value === status);
  return [
    { key: 'at', title: 'Arrived', width: 180, text: ({ at }) => formatInstant(at, timeZone) },
    {
      key: 'status',
      title: 'Status',
      width: 120,
      badge: true,
      text: (row) => stateOf(row)?.label ?? '',
      render: (row) => <ChoiceBadge choices={arrivalStatuses} value={row.status} />,
    },
    { key: 'record', title: 'Record', width: 240, text: ({ record }) => record?.label ?? '' },
    {
      key: 'values',
      title: 'Content',
      width: 360,
      text: ({ values, error }) => error ?? Object.values(values).join(', '),
    },
  ];
}
