import { IconRepeat } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatInstant } from '~/kit/shared/time/days';
import { attempt, orTryAgain } from '~/kit/ui/calls/reportFailure';
import { ChoiceBadge } from '~/kit/ui/elements/Badge';
import { toast } from '~/kit/ui/messages/toasts';
import { PagedTable } from '~/kit/ui/grid/PagedTable';
import { viewAction } from '~/kit/ui/grid/RowActions';
import type { Column, RowAction } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { type Delivery, deliveryStatuses, type Webhook } from '../webhooks.fields';
import { canReplay } from '../webhooks.rules';
import { DeliveryDialog } from './DeliveryDialog';
import { deliveriesPath, replayDelivery } from './webhooks.client';

/** The deliveries of a webhook, newest first, with what each sent. */
export function DeliveriesPanel({ webhook }: { webhook: Webhook }) {
  const { id } = webhook;
  const [shown, setShown] = useState<number | null>(null);
  const { timeZone } = useCompany();
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  const rowActions = useRowActions(webhook, setShown);
  return (
    <>
      <PagedTable
        label="Deliveries"
        path={deliveriesPath(id)}
        statuses={deliveryStatuses}
        columns={columns}
        rowActions={rowActions}
        onOpenRow={(row) => setShown(row.id)}
        days={30}
      />
      <DeliveryDialog webhook={id} delivery={shown} onClose={() => setShown(null)} />
    </>
  );
}

function columnsIn(timeZone: string): readonly Column<Delivery>[] {
  const stateOf = ({ status }: Delivery) => deliveryStatuses.find(({ value }) => value === status);
  const lastOf = ({ attempts }: Delivery) => attempts.at(-1);
  return [
    { key: 'type', title: 'Event', width: 220, text: ({ type }) => type },
    {
      key: 'status',
      title: 'Status',
      width: 110,
      badge: true,
      text: (row) => stateOf(row)?.label ?? '',
      render: (row) => <ChoiceBadge choices={deliveryStatuses} value={row.status} />,
    },
    {
      key: 'created_at',
      title: 'Created',
      width: 170,
      text: ({ created_at }) => formatInstant(created_at, timeZone),
    },
    {
      key: 'last',
      title: 'Last Try',
      width: 280,
      text: (row) => lastOf(row)?.error ?? (lastOf(row) ? `Answered ${lastOf(row)?.status}` : ''),
    },
    {
      key: 'next_attempt_at',
      title: 'Next Try',
      width: 170,
      text: ({ status, next_attempt_at: at }) =>
        status === 'pending' && at !== null ? formatInstant(at, timeZone) : '',
      narrowText: ({ status, next_attempt_at: at }) =>
        status === 'pending' && at !== null ? `Next try ${formatInstant(at, timeZone)}` : '',
    },
  ];
}

function useRowActions({ id, is_active }: Webhook, onOpen: (delivery: number) => void) {
  return useMemo<readonly RowAction<Delivery>[]>(
    () => [
      viewAction((row) => onOpen(row.id)),
      {
        key: 'replay',
        label: () => 'Replay',
        icon: <IconRepeat size={16} />,
        isOffered: (row) => canReplay({ is_active, status: row.status }).ok,
        onClick: (row) =>
          void attempt(orTryAgain('Failed to replay'), async () => {
            await replayDelivery(id, row.id);
            toast('success', 'The delivery will be sent again');
          }),
      },
    ],
    [id, is_active, onOpen],
  );
}
