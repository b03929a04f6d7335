import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { formatInstant } from '~/kit/shared/time/days';
import { Badge } from '~/kit/ui/elements/Badge';
import { DataTable } from '~/kit/ui/grid/DataTable';
import { viewAction } from '~/kit/ui/grid/RowActions';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { Page } from '~/kit/ui/shell/Page';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { type LeadSource, sourceTypes } from '../lead-sources.fields';
import { useSourceDialogs } from './LeadSourceDialogs';
import { useLeadSources } from './lead-sources.client';

const hints: Readonly<Record<LeadSource['type'], string>> = {
  page: 'A form with its own address and QR code',
  hook: 'An address to which programs send leads',
  pull: 'A portal that is searched for leads',
};

/** "Lead Sources" (docs/product/lead-sources.md#screens). */
export default function LeadSourcesPage() {
  const sources = useLeadSources();
  const { timeZone } = useCompany();
  const { rowActions, dialogs, create } = useSourceDialogs(sources);
  const navigate = useNavigate();
  const open = useCallback(
    ({ id }: LeadSource) => void navigate({ href: `/lead-sources/${id}` }),
    [navigate],
  );
  const actions = useMemo(() => [viewAction(open), ...rowActions], [open, rowActions]);
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  const add = <AddSource onChoose={create} />;
  return (
    <Page
      fill
      title="Lead Sources"
      subtitle="Collect leads from your website, exhibitions and portals"
      actions={add}
    >
      <DataTable
        label="Lead Sources"
        rows={sources.rows}
        columns={columns}
        rowId={({ id }) => id}
        rowActions={actions}
        state={sources.state}
        loadingText="Loading lead sources..."
        failedText="Lead sources could not be loaded"
        onRetry={sources.retry}
        emptyText="No lead sources yet"
        emptyHint="A lead source makes leads of what visitors, programs and portals send."
        emptyAction={add}
        onOpenRow={open}
      />
      {dialogs}
    </Page>
  );
}

function AddSource({ onChoose }: { onChoose: (type: LeadSource['type']) => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} aria-hidden />}>Add Source</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sourceTypes.map(({ value, label }) => (
          <Menu.Item key={value} onClick={() => onChoose(value)}>
            {label}: {hints[value]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function SourceState({ source: { is_active, last_error } }: { source: LeadSource }) {
  if (!is_active) return <Badge color="gray">Off</Badge>;
  return last_error === null ? <Badge color="green">On</Badge> : <Badge color="red">Failing</Badge>;
}

function columnsIn(timeZone: string): readonly Column<LeadSource>[] {
  const typeOf = ({ type }: LeadSource) =>
    sourceTypes.find(({ value }) => value === type)?.label ?? type;
  const at = (instant: string | null) => (instant === null ? '' : formatInstant(instant, timeZone));
  return [
    { key: 'name', title: 'Name', width: 260, text: ({ name }) => name },
    { key: 'type', title: 'Type', width: 110, text: typeOf },
    {
      key: 'state',
      title: 'State',
      width: 110,
      badge: true,
      text: ({ is_active, last_error }) => (!is_active ? 'Off' : last_error ? 'Failing' : 'On'),
      render: (source) => <SourceState source={source} />,
    },
    {
      key: 'last_arrival_at',
      title: 'Last Arrival',
      width: 180,
      text: ({ last_arrival_at }) => at(last_arrival_at),
      narrowText: ({ last_arrival_at }) =>
        last_arrival_at === null ? 'Nothing arrived' : `Last arrival ${at(last_arrival_at)}`,
    },
    {
      key: 'last_error',
      title: 'Last Error',
      width: 280,
      text: ({ last_error }) => last_error ?? '',
    },
  ];
}
