import { useNavigate } from '@tanstack/react-router';
import { formatInstant } from '~/kit/shared/time/days';
import { DetailsSections } from '~/kit/ui/dialog/DetailsSections';
import { Badge } from '~/kit/ui/elements/Badge';
import { ListedRecordPage } from '~/kit/ui/shell/ListedRecordPage';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useWorkspaces } from '~/modules/organization/workspaces/screens/workspaces.client';
import { eventTexts } from '../events.rules';
import { stateTexts } from '../webhooks.rules';
import type { Webhook } from '../webhooks.fields';
import { DeliveriesPanel } from './DeliveriesPanel';
import { useWebhookDialogs } from './WebhookDialogs';
import { useWebhooks } from './webhooks.client';

const back = { to: '/webhooks', label: 'Webhooks' };

/** One webhook with its deliveries (docs/product/webhooks.md#screens). */
export default function WebhookPage() {
  const navigate = useNavigate();
  const webhooks = useWebhooks();
  const { rowActions, dialogs } = useWebhookDialogs(
    webhooks,
    () => void navigate({ href: '/webhooks' }),
  );
  return (
    <ListedRecordPage
      list={webhooks}
      noun="Webhook"
      back={back}
      rowActions={rowActions}
      title={({ name }) => name}
      subtitle={({ url }) => url}
      renderTabs={(webhook) => [
        { value: 'details', label: 'Details', content: <Details webhook={webhook} /> },
        {
          value: 'deliveries',
          label: 'Deliveries',
          content: <DeliveriesPanel webhook={webhook} />,
        },
      ]}
    >
      {dialogs}
    </ListedRecordPage>
  );
}

function Details({ webhook }: { webhook: Webhook }) {
  const { timeZone } = useCompany();
  const { rows: workspaces } = useWorkspaces();
  const { state, off_reason, events, fields, workspace_id } = webhook;
  const at = (instant: string | null) => instant && formatInstant(instant, timeZone);
  const details = [
    {
      label: 'State',
      value: <Badge color={stateTexts[state].color}>{stateTexts[state].label}</Badge>,
    },
    ...(off_reason === null ? [] : [{ label: 'Reason', value: off_reason }]),
    { label: 'Address', value: webhook.url, wide: true },
    { label: 'Events', value: eventTexts(events), wide: true },
    { label: 'Only for Changes of', value: fields?.join(', ') },
    {
      label: 'Workspace',
      value:
        workspace_id === null
          ? 'Whole company'
          : workspaces.find(({ id }) => id === workspace_id)?.name,
    },
    { label: 'Failing Since', value: at(webhook.failing_since) },
    { label: 'Last Delivery', value: at(webhook.last_delivery_at) },
    { label: 'Former Secret Until', value: at(webhook.former_until) },
    { label: 'Created', value: at(webhook.created_at) },
  ];
  return <DetailsSections sections={[{ title: 'Webhook', details }]} layout="page" />;
}
