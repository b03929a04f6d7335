import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { formatInstant } from '~/kit/shared/time/days';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { Badge } from '~/kit/ui/elements/Badge';
import { DataTable } from '~/kit/ui/grid/DataTable';
import { viewAction } from '~/kit/ui/grid/RowActions';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { Page } from '~/kit/ui/shell/Page';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { eventTexts } from '../events.rules';
import { stateTexts } from '../webhooks.rules';
import type { Webhook } from '../webhooks.fields';
import { useWebhookDialogs } from './WebhookDialogs';
import { useWebhooks } from './webhooks.client';

/** "Webhooks" (docs/product/webhooks.md#screens). */
export default function WebhooksPage() {
  const webhooks = useWebhooks();
  const { timeZone } = useCompany();
  const { rowActions, dialogs, create } = useWebhookDialogs(webhooks);
  const navigate = useNavigate();
  const open = useCallback(
    ({ id }: Webhook) => void navigate({ href: `/webhooks/${id}` }),
    [navigate],
  );
  const actions = useMemo(() => [viewAction(open), ...rowActions], [open, rowActions]);
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  const add = <AddButton onClick={create}>Add Webhook</AddButton>;
  return (
    <Page fill title="Webhooks" subtitle="Send events to other programs" actions={add}>
      <DataTable
        label="Webhooks"
        rows={webhooks.rows}
        columns={columns}
        rowId={({ id }) => id}
        rowActions={actions}
        state={webhooks.state}
        loadingText="Loading webhooks..."
        failedText="Webhooks could not be loaded"
        onRetry={webhooks.retry}
        emptyText="No webhooks yet"
        emptyHint="A webhook sends what happens to records, such as a new lead, to an address of another program."
        emptyAction={add}
        onOpenRow={open}
      />
      {dialogs}
    </Page>
  );
}

function columnsIn(timeZone: string): readonly Column<Webhook>[] {
  return [
    { key: 'name', title: 'Name', width: 220, text: ({ name }) => name },
    {
      key: 'state',
      title: 'State',
      width: 110,
      badge: true,
      text: ({ state }) => stateTexts[state].label,
      render: ({ state }) => (
        <Badge color={stateTexts[state].color}>{stateTexts[state].label}</Badge>
      ),
    },
    { key: 'url', title: 'Address', width: 280, text: ({ url }) => url },
    { key: 'events', title: 'Events', width: 220, text: ({ events }) => eventTexts(events) },
    {
      key: 'last_delivery_at',
      title: 'Last Delivery',
      width: 170,
      text: ({ last_delivery_at: at }) => (at === null ? '' : formatInstant(at, timeZone)),
      narrowText: ({ last_delivery_at: at }) =>
        at === null ? 'Nothing delivered' : `Delivered ${formatInstant(at, timeZone)}`,
    },
  ];
}
