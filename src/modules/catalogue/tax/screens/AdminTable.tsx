import { type ComponentType, useMemo, useState } from 'react';
import { failureText } from '~/kit/ui/data/api';
import type { List } from '~/kit/ui/data/list-store';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { toast } from '~/kit/ui/elements/toasts';
import { DataTable } from '~/kit/ui/grid/DataTable';
import { deleteAction, editAction } from '~/kit/ui/grid/RowActions';
import type { Column, RowAction, Sort } from '~/kit/ui/grid/tableColumn';
import { useTableView } from '~/kit/ui/grid/useTableView';
import { Page } from '~/kit/ui/shell/Page';

export interface AdminWords {
  title: string;
  subtitle: string;
  /** As the screen writes them: "Tax Class", and "tax class" with "tax classes" within sentences. */
  noun: string;
  one: string;
  all: string;
}

type Deleting<Row extends { id: number }> = List<Row> & { delete: (id: number) => Promise<void> };

export interface AdminFormProps<Row, Store> {
  list: Store;
  subject: Row | 'new';
  onClose: () => void;
}

interface Props<Row, Store> {
  words: AdminWords;
  list: Store;
  columns: readonly Column<Row>[];
  nameOf: (row: Row) => string;
  form: ComponentType<AdminFormProps<Row, Store>>;
}

type Open = { what: 'edit' | 'delete'; id: number } | { what: 'create' };

/** A page of few records that administrators keep (docs/product/tax.md#screens). */
export function AdminTable<Row extends { id: number }, Store extends Deleting<Row>>(
  props: Props<Row, Store>,
) {
  const { words, list, columns, nameOf, form: Form } = props;
  const dialogs = useDialogs(list.rows);
  const { subject, close } = dialogs;
  const [sort, setSort] = useState<Sort | undefined>(undefined);
  const { rows } = useTableView(list.rows, columns, { sort });
  return (
    <Page
      fill
      title={words.title}
      subtitle={words.subtitle}
      actions={<AddButton onClick={dialogs.create}>{`Add ${words.noun}`}</AddButton>}
    >
      <DataTable
        label={words.title}
        rows={rows}
        columns={columns}
        rowId={(row) => row.id}
        sort={sort}
        onSort={setSort}
        rowActions={dialogs.rowActions}
        state={list.state}
        loadingText={`Loading ${words.all}...`}
        failedText={`Failed to load ${words.all}`}
        onRetry={list.retry}
        emptyText={`No ${words.all} found`}
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
      <DeleteQuestion
        words={words}
        doomed={dialogs.doomed}
        nameOf={nameOf}
        remove={list.delete}
        onClose={close}
      />
    </Page>
  );
}

function useDialogs<Row extends { id: number }>(rows: readonly Row[]) {
  const [open, setOpen] = useState<Open | null>(null);
  const show = useMemo(() => {
    const edit = ({ id }: Row) => setOpen({ what: 'edit', id });
    const rowActions: readonly RowAction<Row>[] = [
      editAction(edit),
      deleteAction(({ id }) => setOpen({ what: 'delete', id })),
    ];
    const create = () => setOpen({ what: 'create' });
    return { rowActions, edit, create, close: () => setOpen(null) };
  }, []);
  const chosen = open && 'id' in open ? rows.find(({ id }) => id === open.id) : undefined;
  const edited = open?.what === 'edit' ? chosen : undefined;
  return {
    ...show,
    subject: open?.what === 'create' ? ('new' as const) : edited,
    doomed: open?.what === 'delete' ? (chosen ?? null) : null,
  };
}

interface QuestionProps<Row extends { id: number }> {
  words: AdminWords;
  nameOf: (row: Row) => string;
  doomed: Row | null;
  remove: (id: number) => Promise<void>;
  onClose: () => void;
}

function DeleteQuestion<Row extends { id: number }>(props: QuestionProps<Row>) {
  const { words, doomed, nameOf } = props;
  return (
    <ConfirmDialog
      opened={doomed !== null}
      title={`Delete ${words.noun}`}
      subject={doomed && nameOf(doomed)}
      message={`You can only delete a ${words.one} that is not in use.`}
      confirmLabel={`Delete ${words.noun}`}
      danger
      onConfirm={async () => {
        if (!doomed) return;
        await saving(words, 'delete', () => props.remove(doomed.id));
        toast('success', `${words.noun} "${nameOf(doomed)}" has been deleted`);
      }}
      onClose={props.onClose}
    />
  );
}

/** Does the work, and tells of a refusal in the server's words. */
export async function saving<T>(
  { one }: Pick<AdminWords, 'one'>,
  verb: 'create' | 'update' | 'delete',
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refused = `Failed to ${verb} ${one}`;
    toast('error', failureText(error, { refused, broken: `${refused}. Please try again.` }));
    throw error;
  }
}
