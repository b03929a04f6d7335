import { Button } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { dayOf, formatDay } from '~/kit/shared/time/days';
import { orTryAgain } from '~/kit/ui/calls/reportFailure';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import { DataTable } from '~/kit/ui/grid/DataTable';
import { editAction } from '~/kit/ui/grid/RowActions';
import type { Column, RowAction } from '~/kit/ui/columns/tableColumn';
import { useNow } from '~/kit/ui/hooks/useNow';
import { Page } from '~/kit/ui/shell/Page';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useRoleChoices } from '~/modules/organization/users/roles/screens/roles.client';
import { useWorkspaces } from '~/modules/organization/workspaces/screens/workspaces.client';
import { type ApiKey, apiKeyFields } from '../api-keys.fields';
import { type ApiKeys, useApiKeys } from './api-keys.client';

const ApiKeyForm = lazyDialog('subject', () => import('./ApiKeyForm'));
const RotateKeyForm = lazyDialog('subject', () => import('./RotateKeyForm'));
const SecretDialog = lazyDialog('secret', () => import('~/kit/ui/dialog/SecretDialog'));

type What = 'edit' | 'rotate' | 'revoke';
type Open = { what: What; id: number } | { what: 'create' };

/** "API Keys" (docs/product/api-keys.md#screen). */
export default function ApiKeysPage() {
  const keys = useApiKeys();
  const [open, setOpen] = useState<Open | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const columns = useColumns();
  const rowActions = useMemo(() => rowActionsOf(setOpen), []);
  const subject = (what: What) =>
    (open?.what === what && keys.rows.find(({ id }) => id === open.id)) || null;
  const create = () => setOpen({ what: 'create' });
  const dialog = { keys, onCreated: setSecret, onClose: () => setOpen(null) };
  return (
    <Page
      fill
      title="API Keys"
      subtitle="Let other programs use your data"
      actions={<AddButton onClick={create}>Create API Key</AddButton>}
    >
      <DataTable
        label="API Keys"
        rows={keys.rows}
        columns={columns}
        rowId={({ id }) => id}
        rowActions={rowActions}
        state={keys.state}
        loadingText="Loading API keys..."
        failedText="API keys could not be loaded"
        onRetry={keys.retry}
        emptyText="No API keys yet"
        emptyHint="With an API key, another program reads and changes what its role allows."
        emptyAction={<Button onClick={create}>Create Your First API Key</Button>}
      />
      <ApiKeyForm {...dialog} subject={open?.what === 'create' ? 'new' : subject('edit')} />
      <RotateKeyForm {...dialog} subject={subject('rotate')} />
      <RevokeQuestion {...dialog} subject={subject('revoke')} />
      <SecretDialog
        title="API Key"
        secret={secret}
        hint="Copy this key now. It is shown only once."
        onClose={() => setSecret(null)}
      />
    </Page>
  );
}

function rowActionsOf(setOpen: (open: Open) => void): readonly RowAction<ApiKey>[] {
  const actionOf = (what: What, label: string) => ({
    key: what,
    label: () => label,
    onClick: ({ id }: ApiKey) => setOpen({ what, id }),
  });
  return [
    editAction(actionOf('edit', 'Edit').onClick),
    { ...actionOf('rotate', 'Rotate'), icon: <IconRefresh size={16} /> },
    { ...actionOf('revoke', 'Revoke'), icon: <IconTrash size={16} />, danger: true },
  ];
}

interface QuestionProps {
  keys: ApiKeys;
  subject: ApiKey | null;
  onClose: () => void;
}

function RevokeQuestion({ keys, subject, onClose }: QuestionProps) {
  return (
    <ConfirmDialog
      opened={subject !== null}
      title="Revoke API Key"
      subject={subject && `${subject.name}, ${subject.prefix}…`}
      message="Programs that use this key lose access at once."
      confirmLabel="Revoke API Key"
      danger
      failed={orTryAgain('Failed to revoke API key')}
      onConfirm={async () => {
        if (!subject) return undefined;
        await keys.delete(subject.id);
        return 'API key revoked successfully';
      }}
      onClose={onClose}
    />
  );
}

function useColumns(): readonly Column<ApiKey>[] {
  const { timeZone, today } = useCompany();
  const roles = useRoleChoices();
  const { rows: workspaces } = useWorkspaces();
  const now = useNow();
  return useMemo(() => {
    const endOf = ({ expires_at }: ApiKey) =>
      `${expires_at <= now ? 'Expired ' : ''}${formatDay(dayOf(expires_at, timeZone))}`;
    const narrowText = (key: ApiKey) =>
      key.expires_at <= now ? endOf(key) : `Expires ${endOf(key)}`;
    const columns = columnsFromFields<typeof apiKeyFields, ApiKey>(apiKeyFields, {
      keys: ['name', 'role_id', 'workspace_id', 'expires_at', 'last_used_at'],
      timeZone,
      today,
      overrides: {
        name: { width: 240 },
        role_id: {
          text: ({ role_id }) => roles.find(({ value }) => value === `${role_id}`)?.label ?? '',
        },
        workspace_id: {
          text: ({ workspace_id }) =>
            workspaces.find(({ id }) => id === workspace_id)?.name ?? 'Whole company',
        },
        expires_at: { text: endOf, render: endOf },
      },
    });
    return columns.map((each) => (each.key === 'expires_at' ? { ...each, narrowText } : each));
  }, [roles, workspaces, timeZone, today, now]);
}
