import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import * as field from '~/kit/shared/fields/fields';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { ViewedList } from '~/kit/ui/list/listViews';
import { listSchema, type View, viewFields, type ViewPatch } from '../views.fields';
import { lookIn, stateOf } from '../views.rules';
import type { Views } from './views.client';

export type ViewDialog = 'save' | 'edit' | 'delete';

interface Props {
  list: ViewedList;
  views: Views;
  current: View | null;
  openDialog: ViewDialog | null;
  onClose: () => void;
}

const formFields = {
  name: viewFields.name,
  is_shared: viewFields.is_shared,
  is_default: field.flag({ label: viewFields.is_default.label }),
};

const sections = [
  { title: '', names: ['name', 'is_shared', 'is_default'], wide: ['name'] },
] as const;

export function ViewDialogs(props: Props) {
  const { list, views, current, openDialog, onClose } = props;
  return (
    <>
      <ViewForm
        key={openDialog === 'edit' ? current?.id : 'new'}
        {...props}
        subject={openDialog === 'edit' ? current : null}
      />
      <ConfirmDialog
        opened={openDialog === 'delete' && current !== null}
        title="Delete View"
        subject={current?.name}
        message={
          current?.is_shared
            ? 'The view will be deleted for everyone. The records are not affected.'
            : 'The records are not affected.'
        }
        confirmLabel="Delete View"
        danger
        onConfirm={async () => {
          if (!current) return;
          await views.delete(current.id);
          list.forgetView();
          return `View "${current.name}" has been deleted`;
        }}
        onClose={onClose}
      />
    </>
  );
}

/** "Save View" keeps what is shown under a new name; "Edit View" changes name, sharing and default of the one shown. */
function ViewForm({ list, views, openDialog, onClose, subject }: Props & { subject: View | null }) {
  const save = async (
    values: Pick<ViewPatch, 'name' | 'is_shared' | 'is_default'>,
    key: string,
  ) => {
    const view = await views.create(
      {
        list: listSchema.parse(list.name),
        name: values.name ?? '',
        state: stateOf(list.look),
        is_shared: values.is_shared,
        is_default: values.is_default,
      },
      key,
    );
    list.show(lookIn(view.state), view.id, 'replace');
    return view;
  };
  return (
    <FormDialog
      opened={openDialog === 'save' || subject !== null}
      onClose={onClose}
      title={subject ? 'Edit View' : 'Save View'}
      size="lg"
      fields={formFields}
      sections={sections}
      initial={subject ?? undefined}
      subject={list.name}
      submitLabel="Save View"
      failedText="Failed to save view"
      onSubmit={async (values, key, saveOver) => {
        const view = subject
          ? await saveOver(values, (changed) => views.update(subject.id, changed))
          : await save(values, key);
        return `View "${view.name}" has been saved`;
      }}
    />
  );
}
