import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, Suspense, useId, useState } from 'react';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { DialogBody, DialogFailure, DialogFooter, DialogForm } from '~/kit/ui/dialog/DialogParts';
import { DateInput } from '~/kit/ui/inputs/DateInput';
import { ChoicesNote } from '~/kit/ui/form/FormNotes';
import { FormField } from '~/kit/ui/form/FormParts';
import type { CellEdit } from '~/kit/ui/columns/tableColumn';
import type { Bulk } from './bulk';
import { type ManyEdit, readForMany } from './manyEdits';

export interface BulkEditProps<Row> {
  opened: boolean;
  onClose: () => void;
  title: string;
  edits: readonly ManyEdit[];
  ids: readonly number[];
  Note: Bulk<Row>['note'];
  /** A rejection keeps the dialog open and shows its sentence. */
  onSubmit: (values: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** Chooses one field of the list and its value for all selected rows. */
export default function BulkEdit<Row>(props: BulkEditProps<Row>) {
  const [isSaving, setSaving] = useState(false);
  const close = () => {
    if (!isSaving) props.onClose();
  };
  return (
    <Dialog opened={props.opened} onClose={close} title={props.title} closeLabel="Close">
      <EditForm {...props} onClose={close} isSaving={isSaving} setSaving={setSaving} />
    </Dialog>
  );
}

interface FormProps<Row> extends BulkEditProps<Row> {
  isSaving: boolean;
  setSaving: (is: boolean) => void;
}

function EditForm<Row>(given: FormProps<Row>) {
  const { edits, ids, Note, isSaving, onClose, ...props } = given;
  const [field, setField] = useState(edits[0]?.field ?? '');
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const chosen = edits.find((each) => each.field === field);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!chosen || isSaving) return;
    const reading = readForMany(chosen, typed);
    setProblem(reading.ok ? null : reading.message);
    setFailure(null);
    if (!reading.ok) return;
    props.setSaving(true);
    try {
      await props.onSubmit({ [field]: reading.value });
      props.setSaving(false);
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Something went wrong');
      props.setSaving(false);
    }
  };
  return (
    <DialogForm noValidate onSubmit={(event) => void submit(event)}>
      <DialogBody>
        <ChoicesNote />
        <FormField wide>
          <NativeSelect
            label="Field"
            data-autofocus
            value={field}
            data={edits.map(({ field: value, title }) => ({ value, label: title }))}
            onChange={(event) => {
              setField(event.currentTarget.value);
              setTyped('');
              setProblem(null);
            }}
          />
        </FormField>
        {chosen ? (
          <ChosenValue key={field} edit={chosen} typed={typed} error={problem} onType={setTyped}>
            {Note ? <Note ids={ids} field={field} typed={typed} /> : null}
          </ChosenValue>
        ) : null}
        {failure === null ? null : <DialogFailure>{failure}</DialogFailure>}
      </DialogBody>
      <DialogFooter>
        <Button variant="default" disabled={isSaving} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isSaving}>
          Save Changes
        </Button>
      </DialogFooter>
    </DialogForm>
  );
}

interface ValueProps {
  edit: ManyEdit;
  typed: string;
  error: string | null;
  onType: (typed: string) => void;
}

/** The input of the value, and below it what the value means. */
function ChosenValue({ children, ...props }: ValueProps & { children: ReactNode }) {
  return (
    <>
      <FormField wide>
        <ValueInput {...props} />
      </FormField>
      <Suspense fallback={null}>{children}</Suspense>
    </>
  );
}

function ValueInput({ edit, typed, error, onType }: ValueProps) {
  const id = useId();
  const { title, kind, choices } = edit;
  const shared = { id, label: title, value: typed, error, autoComplete: 'off' };
  if (choices) {
    return (
      <NativeSelect
        {...shared}
        data={choices.map(({ value, label }) => ({ value, label }))}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    );
  }
  if (kind === 'longText') {
    return (
      <Textarea
        {...shared}
        autosize
        minRows={3}
        maxRows={10}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    );
  }
  if (kind === 'day') return <DateInput {...shared} onChange={onType} />;
  return (
    <TextInput
      {...shared}
      {...inputProps(edit)}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}

function inputProps({ kind, inputType }: Pick<CellEdit<never>, 'kind' | 'inputType'>) {
  if (kind === 'number') return { type: 'text', inputMode: 'decimal' as const };
  return { type: inputType ?? 'text' };
}
