import { type ComponentType, useMemo, useState } from 'react';
import type { List } from '~/kit/ui/records/list-store';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { DataTable } from '~/kit/ui/grid/DataTable';
import { deleteAction, editAction } from '~/kit/ui/grid/RowActions';
import type { Column, RowAction, Sort } from '~/kit/ui/columns/tableColumn';
import { useTableView } from '~/kit/ui/columns/useTableView';
import { useUrlAction } from '~/kit/ui/hooks/useUrlAction';
import { Page } from '~/kit/ui/shell/Page';

export interface AdminTexts {
  title: string;
  subtitle: string;
  /** As the screen writes them: "Tax Class", and "tax class" with "tax classes" within sentences. */
  noun: string;
  one: string;
  all: string;
  /** The button of a new one; "Add Tax Class" by default. */
  add?: string;
  /** What keeps one from being deleted, in a sentence. */
  undeletable?: string;
}

type Deleting<Row extends { id: number }> = List<Row> & { delete: (id: number) => Promise<void> };

export interface AdminFormProps<Row, Store> {
  list: Store;
  subject: Row | 'new';
  onClose: () => void;
}

interface Props<Row, Store> {
  texts: AdminTexts;
  list: Store;
  columns: readonly Column<Row>[];
  nameOf: (row: Row) => string;
  form: ComponentType<AdminFormProps<Row, Store>>;
  /** What else is done with a row; keep it and `canDelete` stable. */
  rowActions?: readonly RowAction<Row>[];
  canDelete?: (row: Row) => boolean;
}

type Open = { what: 'edit' | 'delete'; id: number } | { what: 'create' };
const create: Open = { what: 'create' };

/** A page of few records that administrators keep (docs/product/tax.md#screens). */
export function AdminTable<Row extends { id: number }, Store extends Deleting<Row>>(
  props: Props<Row, Store>,
) {
  const { texts, list, columns, nameOf, form: Form } = props;
  const dialogs = useDialogs(list.rows, props);
  const { subject, recordToDelete, close } = dialogs;
  const [sort, setSort] = useState<Sort | undefined>(undefined);
  const { rows } = useTableView(list.rows, columns, { sort });
  return (
    <Page
      fill
      title={texts.title}
      subtitle={texts.subtitle}
      actions={<AddButton onClick={dialogs.create}>{texts.add ?? `Add ${texts.noun}`}</AddButton>}
    >
      <DataTable
        label={texts.title}
        rows={rows}
        columns={columns}
        rowId={(row) => row.id}
        sort={sort}
        onSort={setSort}
        rowActions={dialogs.rowActions}
        state={list.state}
        loadingText={`Loading ${texts.all}...`}
        failedText={`Failed to load ${texts.all}`}
        onRetry={list.retry}
        emptyText={`No ${texts.all} found`}
        emptyHint={null}
        emptyAction={null}
        onOpenRow={dialogs.edit}
      />
      {subject ? (
        <Form
          key={subject === 'new' ? subject : subject.id}
          list={list}
          subject={subject}
          onClose={close}
        />
      ) : null}
      <ConfirmDelete
        noun={texts.noun}
        record={recordToDelete}
        label={recordToDelete && nameOf(recordToDelete)}
        message={texts.undeletable ?? `You can only delete a ${texts.one} that is not in use.`}
        onDelete={list.delete}
        done={`${texts.noun} "${recordToDelete && nameOf(recordToDelete)}" has been deleted`}
        offlineText={`Failed to delete ${texts.one}. Please try again.`}
        onClose={close}
      />
    </Page>
  );
}

function useDialogs<Row extends { id: number }>(
  rows: readonly Row[],
  { rowActions: further, canDelete }: Pick<Props<Row, never>, 'rowActions' | 'canDelete'>,
) {
  const [chosen, setOpen] = useState<Open | null>(null);
  const [isNew, newDone] = useUrlAction('new');
  const open = chosen ?? (isNew ? create : null);
  const show = useMemo(() => {
    const edit = ({ id }: Row) => setOpen({ what: 'edit', id });
    const rowActions: readonly RowAction<Row>[] = [
      editAction(edit),
      ...(further ?? []),
      deleteAction(({ id }) => setOpen({ what: 'delete', id }), canDelete),
    ];
    const close = () => {
      setOpen(null);
      if (isNew) newDone();
    };
    return { rowActions, edit, create: () => setOpen(create), close };
  }, [further, canDelete, isNew, newDone]);
  const row = open && 'id' in open ? rows.find(({ id }) => id === open.id) : undefined;
  const edited = open?.what === 'edit' ? row : undefined;
  return {
    ...show,
    subject: open?.what === 'create' ? ('new' as const) : edited,
    recordToDelete: open?.what === 'delete' ? (row ?? null) : null,
  };
}
