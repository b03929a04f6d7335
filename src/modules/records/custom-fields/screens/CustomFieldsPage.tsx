import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { Badge, Badges } from '~/kit/ui/elements/Badge';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { toast } from '~/kit/ui/messages/toasts';
import { attempt, orTryAgain } from '~/kit/ui/calls/reportFailure';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import { DataTable } from '~/kit/ui/grid/DataTable';
import { deleteAction, editAction, turnActions } from '~/kit/ui/grid/RowActions';
import type { Column, RowAction } from '~/kit/ui/columns/tableColumn';
import { useTab } from '~/kit/ui/hooks/useTab';
import { TabPage } from '~/kit/ui/shell/TabPage';
import { lists } from '~/modules/organization/kinds/kinds.rules';
import { type CustomField, customFieldFields, customKinds } from '../custom-fields.fields';
import { countUsage, type CustomFields, useCustomFields } from './custom-fields.client';
import { CustomFieldForm } from './CustomFieldForm';

const columns = columnsFromFields(customFieldFields, {
  timeZone: 'UTC',
  today: '',
  keys: ['label', 'type', 'required', 'is_printed', 'key'],
  overrides: {
    label: {
      width: 240,
      text: ({ label, is_active }) => (is_active ? label : `${label} · Off`),
      render: ({ label, is_active }) => (
        <Badges>
          {label}
          {is_active ? null : <Badge color="gray">Off</Badge>}
        </Badges>
      ),
    },
    type: { width: 150 },
    required: { badge: false },
    is_printed: { badge: false },
    key: { width: 200 },
  },
}) as readonly Column<CustomField>[];

type Open = { what: 'edit' | 'delete'; id: number } | { what: 'create' };

/** "Custom Fields" (docs/product/custom-fields.md#screen). */
export default function CustomFieldsPage() {
  const fields = useCustomFields();
  const [tab, setTab] = useTab('leads');
  const kind = customKinds.find((each) => each === tab) ?? 'leads';
  const [open, setOpen] = useState<Open | null>(null);
  const rows = useMemo(() => fields.rows.filter((each) => each.kind === kind), [fields.rows, kind]);
  const rowActions = useRowActions(fields, rows, setOpen);
  const chosen = open && 'id' in open ? fields.rows.find(({ id }) => id === open.id) : undefined;
  const close = () => setOpen(null);
  const content = (
    <DataTable
      label={`Custom Fields of ${lists[kind].plural}`}
      rows={rows}
      columns={columns}
      rowId={({ id }) => id}
      rowActions={rowActions}
      state={fields.state}
      loadingText="Loading custom fields..."
      failedText="Failed to load custom fields"
      onRetry={fields.retry}
      emptyText={`No custom fields for ${lists[kind].plural.toLowerCase()} yet`}
      emptyHint={null}
      emptyAction={null}
      isRowMuted={({ is_active }) => !is_active}
      onOpenRow={({ id }) => setOpen({ what: 'edit', id })}
    />
  );
  const [first, ...others] = customKinds.map((value) => ({
    value,
    label: lists[value].plural,
    content: value === kind ? content : null,
  }));
  if (!first) return null;
  return (
    <TabPage
      title="Custom Fields"
      subtitle="Add your own fields to records"
      actions={<AddButton onClick={() => setOpen({ what: 'create' })}>Add Field</AddButton>}
      tabs={[first, ...others]}
      open={kind}
      onOpen={setTab}
    >
      {open?.what === 'create' || (open?.what === 'edit' && chosen) ? (
        <CustomFieldForm
          key={chosen?.id ?? 'new'}
          fields={fields}
          kind={kind}
          subject={chosen ?? 'new'}
          onClose={close}
        />
      ) : null}
      <DeleteField
        fields={fields}
        field={open?.what === 'delete' ? (chosen ?? null) : null}
        onClose={close}
      />
    </TabPage>
  );
}

function useRowActions(
  fields: CustomFields,
  rows: readonly CustomField[],
  setOpen: (open: Open) => void,
) {
  return useMemo(() => {
    const positionOf = ({ id }: CustomField) => rows.findIndex((each) => each.id === id);
    const move = (by: number) => (field: CustomField) =>
      void attempt(orTryAgain('Failed to update custom field'), async () => {
        await fields.update(field.id, { position: positionOf(field) + 1 + by });
        toast('success', 'Custom field moved successfully');
      });
    const actions: readonly RowAction<CustomField>[] = [
      editAction(({ id }) => setOpen({ what: 'edit', id })),
      {
        key: 'up',
        label: () => 'Move Up',
        icon: <IconArrowUp size={16} />,
        onClick: move(-1),
        isOffered: (field) => positionOf(field) > 0,
      },
      {
        key: 'down',
        label: () => 'Move Down',
        icon: <IconArrowDown size={16} />,
        onClick: move(1),
        isOffered: (field) => positionOf(field) < rows.length - 1,
      },
      ...turnActions('Custom field', fields.update),
      deleteAction(
        ({ id }) => setOpen({ what: 'delete', id }),
        ({ is_active }) => !is_active,
      ),
    ];
    return actions;
  }, [fields, rows, setOpen]);
}

interface DeleteProps {
  fields: CustomFields;
  field: CustomField | null;
  onClose: () => void;
}

/** Asks with the number of records that have a value. */
function DeleteField({ fields, field, onClose }: DeleteProps) {
  const [used, setUsed] = useState<{ id: number; values: number } | null>(null);
  const id = field?.id;
  useEffect(() => {
    if (id === undefined) return;
    let isGone = false;
    const read = async () => {
      const { values } = await countUsage(id);
      if (!isGone) setUsed({ id, values });
    };
    void read().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [id]);
  const isCounted = field !== null && used?.id === field.id;
  return (
    <ConfirmDelete
      noun="Custom Field"
      record={isCounted ? field : null}
      label={null}
      message={`Delete "${field?.label}" and its value in ${used?.values.toLocaleString('en-IN')} records? This cannot be undone.`}
      onDelete={fields.delete}
      done="Custom field deleted successfully"
      onClose={onClose}
    />
  );
}
