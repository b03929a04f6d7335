import { Select } from '@mantine/core';
import { IconKey, IconRepeat, IconReload, IconSend } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { counted } from '~/kit/shared/money/numbers';
import { attempt, orTryAgain } from '~/kit/ui/calls/reportFailure';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { useNow } from '~/kit/ui/hooks/useNow';
import { toast } from '~/kit/ui/messages/toasts';
import { deleteAction, editAction, turnActions } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import type { Webhook } from '../webhooks.fields';
import { replay, sendTest, type Webhooks } from './webhooks.client';

const SecretDialog = lazyDialog('secret', () => import('~/kit/ui/dialog/SecretDialog'));
const WebhookForm = lazyDialog('subject', () => import('./WebhookForm'));

type What = 'edit' | 'delete' | 'renew' | 'replay';
type Open = { what: What; id: number } | { what: 'create' };

const dayMs = 86_400_000;
const daysBefore = (now: string, days: number) =>
  new Date(Date.parse(now) - days * dayMs).toISOString();

async function test({ id, name }: Webhook): Promise<void> {
  await attempt(orTryAgain('Failed to send test'), async () => {
    const { ok, status, ms, error } = await sendTest(id);
    if (ok) toast('success', `"${name}" answered ${status} in ${ms} ms`);
    else toast('error', `Test of "${name}" failed: ${error}`);
  });
}

async function replayFailed({ id }: Webhook, from: string): Promise<void> {
  await attempt(orTryAgain('Failed to replay'), async () => {
    const { replayed } = await replay(id, { from, status: 'failed' });
    toast('success', `${counted(replayed, 'delivery')} will be sent again`);
  });
}

/** What can be done with a webhook, in its row and on its page, with the dialogs for it. */
export function useWebhookDialogs(webhooks: Webhooks, onDeleted?: () => void) {
  const [open, setOpen] = useState<Open | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const monthAgo = daysBefore(useNow(), 30);
  const rowActions = useMemo(() => {
    const opener = (what: What) => (webhook: Webhook) => setOpen({ what, id: webhook.id });
    return actionsOf(webhooks, opener, (webhook) => void replayFailed(webhook, monthAgo));
  }, [webhooks, monthAgo]);
  const chosen = open && 'id' in open ? webhooks.rows.find(({ id }) => id === open.id) : undefined;
  const subjectOf = (what: What) => (open?.what === what ? (chosen ?? null) : null);
  const close = () => setOpen(null);
  const dialogs = (
    <>
      <WebhookForm
        webhooks={webhooks}
        subject={open?.what === 'create' ? 'new' : subjectOf('edit')}
        onSecret={setSecret}
        onClose={close}
      />
      <SecretDialog
        title="Webhook Secret"
        secret={secret}
        hint="Copy this secret now. It is shown only once."
        onClose={() => setSecret(null)}
      />
      <ConfirmDialog
        opened={subjectOf('renew') !== null}
        title="New Secret"
        subject={chosen?.name}
        message="The former secret signs as well for 24 hours. Enter the new one in the other program by then."
        confirmLabel="Make New Secret"
        failed={orTryAgain('Failed to make a new secret')}
        onConfirm={async () => {
          if (chosen) setSecret((await webhooks.renewSecret(chosen.id)).secret ?? null);
        }}
        onClose={close}
      />
      <ReplayDialog webhook={subjectOf('replay')} onClose={close} />
      <ConfirmDelete
        noun="Webhook"
        record={subjectOf('delete')}
        label={chosen?.name}
        message="Nothing more is sent to its address. Its deliveries are deleted."
        onDelete={async (id) => {
          await webhooks.delete(id);
          onDeleted?.();
        }}
        done="Webhook deleted successfully"
        offlineText="Failed to delete webhook. Please try again."
        onClose={close}
      />
    </>
  );
  return { rowActions, dialogs, create: () => setOpen({ what: 'create' }) };
}

type Opener = (what: What) => (webhook: Webhook) => void;

function actionsOf(
  webhooks: Webhooks,
  opener: Opener,
  onReplayFailed: (webhook: Webhook) => void,
): readonly RowAction<Webhook>[] {
  const action = (key: string, icon: ReactNode, onClick: (webhook: Webhook) => void) => ({
    key,
    label: () => key,
    icon,
    onClick,
  });
  const isOn = ({ is_active }: Webhook) => is_active;
  return [
    action('Send Test', <IconSend size={16} />, (webhook) => void test(webhook)),
    editAction(opener('edit')),
    { ...action('Replay', <IconRepeat size={16} />, opener('replay')), isOffered: isOn },
    {
      ...action('Replay Failed', <IconReload size={16} />, onReplayFailed),
      isOffered: isOn,
    },
    action('New Secret', <IconKey size={16} />, opener('renew')),
    ...turnActions('Webhook', webhooks.update),
    deleteAction(opener('delete')),
  ];
}

const periods = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
];
const whats = [
  { value: 'held', label: 'Held' },
  { value: 'failed', label: 'Failed' },
  { value: 'delivered', label: 'Delivered' },
] as const;

function ReplayDialog({ webhook, onClose }: { webhook: Webhook | null; onClose: () => void }) {
  const now = useNow();
  const [days, setDays] = useState('1');
  const [status, setStatus] = useState<string>('held');
  return (
    <ConfirmDialog
      opened={webhook !== null}
      title="Replay"
      subject={webhook?.name}
      message={
        <>
          <p>These deliveries are sent again, with the same ids and bodies.</p>
          <Select
            label="Deliveries"
            data={whats}
            value={status}
            onChange={(value) => setStatus(value ?? 'held')}
            allowDeselect={false}
          />
          <Select
            label="Period"
            data={periods}
            value={days}
            onChange={(value) => setDays(value ?? '1')}
            allowDeselect={false}
          />
        </>
      }
      confirmLabel="Replay"
      failed={orTryAgain('Failed to replay')}
      onConfirm={async () => {
        if (!webhook) return undefined;
        const chosen = whats.find(({ value }) => value === status)?.value;
        const body = { from: daysBefore(now, Number(days)), ...(chosen ? { status: chosen } : {}) };
        const { replayed } = await replay(webhook.id, body);
        return `${counted(replayed, 'delivery')} will be sent again`;
      }}
      onClose={onClose}
    />
  );
}
