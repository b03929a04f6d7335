import { fixedOwn } from '~/kit/shared/fields/typed-own';
import { ownTitle, useAllFields, useOwnFields } from '~/kit/ui/calls/own-fields';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import type { Fields, PatchOf, RowOf } from '~/kit/shared/fields/fields';
import { writableFields } from '~/kit/shared/fields/typed-values';
import type { FieldInputProps, InputChoice, InputNote } from './FieldInput';
import { FormErrors } from './FormErrors';
import { FormFooter } from './FormFooter';
import { FormFields, type FormFieldsProps, type FormSection } from './FormFields';
import { FormNotes } from './FormNotes';
import type { Typed } from './formValues';
import { GuardedDialog, useWork, type Work } from '~/kit/ui/dialog/GuardedDialog';
import { createHolder } from '~/kit/ui/hooks/holder';
import type { FailureTexts } from '~/kit/ui/calls/api';
import type { Done } from '~/kit/ui/calls/reportFailure';
import type { SaveOver } from './saveOver';
import { useRecordForm } from './useRecordForm';
import { DialogBody, DialogForm } from '~/kit/ui/dialog/DialogParts';

const incompleteHint = 'Please fill out all required fields to continue';

type Name<F extends Fields> = keyof PatchOf<F> & string;
type Sent<F extends Fields> = PatchOf<F> & { updated_at?: string };
type Inputs<F extends Fields> = Partial<Record<Name<F>, (props: FieldInputProps) => ReactNode>>;
type Choices<F extends Fields> = Partial<Record<Name<F>, readonly InputChoice[]>>;

interface FormDialogProps<F extends Fields> {
  /** True where it is left out. */
  opened?: boolean;
  onClose: () => void;
  title: string;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  fields: F;
  /** The record to change, or a new one's initial values. A record with an id is sent whole, with its `updated_at`. */
  initial?: Partial<RowOf<F>> | undefined;
  sections?: readonly FormSection<Name<F>>[];
  /** The options of a link or a choice, which may depend on what is typed; keep each list stable. */
  choices?: Choices<F> | ((typed: Typed) => Choices<F>);
  /** What else an input's new text changes: another category clears the subcategory. */
  follow?: (name: Name<F>, typed: Typed) => Partial<Record<Name<F>, string>>;
  locked?: (typed: Typed) => Partial<Record<Name<F>, string>>;
  notes?: (typed: Typed) => Partial<Record<Name<F>, InputNote>>;
  inputs?: Inputs<F> | ((typed: Typed) => Inputs<F>);
  check?: (name: Name<F>, typed: Typed) => string | null;
  blocked?: (typed: Typed) => string | null;
  required?: readonly Name<F>[];
  /** Its own fields may stay empty, as it follows from another record. */
  isFollowing?: boolean;
  /** Own fields that it printed are fixed. */
  isIssued?: boolean;
  /** What a form without its own record is about, such as the invoice that is paid: its draft is for that alone. */
  subject?: string | number | undefined;
  submitLabel: string;
  /** A second way to send it, which Enter takes. */
  otherLabel?: string | undefined;
  savingLabel?: string;
  submitHint?: string;
  /** A failure is shown in a message too, by these texts. */
  failed?: FailureTexts;
  /** The title of the problems in the form, where `failed` does not give it. */
  failedText?: string;
  /**
   * A rejection keeps the form open with its sentence; `details: [{field, message}]` go to their inputs. `sendKey` is
   * the `Idempotency-Key` of the call; a change is sent through `save`. A message shows the text that it gives.
   */
  onSubmit: (values: Sent<F>, sendKey: string, save: SaveOver, isOther: boolean) => Promise<Done>;
  /** Whether something besides the fields, among the children, is changed and not saved. */
  isChangedBeside?: boolean;
  /** What a refusal asks, shown after it. */
  question?: ReactNode;
  children?: ReactNode | ((typed: Readonly<Typed>) => ReactNode);
}

/** A form made from fields, in a dialog: messages next to the inputs and at the top; asks before typed input is lost. */
export function FormDialog<F extends Fields>(props: FormDialogProps<F>) {
  return (
    <GuardedDialog
      opened={props.opened ?? true}
      onClose={props.onClose}
      title={props.title}
      size={props.size ?? 'xl'}
    >
      {({ cancel, work }) => <OpenedForm {...props} onCancel={cancel} work={work} />}
    </GuardedDialog>
  );
}

interface OpenedFormProps<F extends Fields> extends FormDialogProps<F> {
  onCancel: () => void;
  work: Work;
}

function OpenedForm<F extends Fields>(props: OpenedFormProps<F>) {
  const { required = [], failed, failedText, blocked, onSubmit } = props;
  // As it was when the form opened: a later `updated_at` would overwrite another person's change.
  const [initial] = useState<Readonly<Record<string, unknown>>>(props.initial ?? {});
  const beside = useBeside(props);
  const { isOther, buttons } = useTwoWays(props);
  const { further, fields, sections } = useSections(props);
  const { element, ...form } = useRecordForm({
    fields,
    initial,
    required,
    names: [...sections.flatMap((section) => section.names), ...Object.keys(further.own)],
    creating: !('id' in initial),
    isFollowing: props.isFollowing,
    follow: props.follow as ((name: string, typed: Typed) => Typed) | undefined,
    check: props.check as ((name: string, typed: Typed) => string | null) | undefined,
    failed,
    failedText,
    blocked,
    choicesOf: (typed) => readFrom(props.choices, typed) ?? {},
    onSubmit: (values, key, save) => onSubmit(values as Sent<F>, key, save, isOther.get()),
    onSaved: beside.end,
    draft: [props.title, initial['id'] ?? '', props.subject ?? ''].join(' '),
  });
  const isUnsaved = () => beside.isUnsaved() || form.isUnsaved();
  useWork(props.work, { isUnsaved, saving: form.saving, discard: form.draft.end });

  const inputs = { form, fields, required };
  const hint = blocked?.(form.typed) ?? hintOf(props, form.missing.length > 0);
  return (
    <DialogForm
      ref={element}
      noValidate
      onSubmit={form.submit}
      onKeyDown={(event) => {
        if (hint !== null && isEnterInInput(event)) form.submit(event);
      }}
    >
      <DialogBody>
        <FormNotes draft={form.draft} />
        <FormErrors form={form} question={props.question} />
        <FormFields
          {...inputs}
          sections={sections}
          choices={readFrom(props.choices, form.typed) ?? {}}
          inputs={readFrom(props.inputs, form.typed) ?? {}}
          locked={props.locked?.(form.typed) ?? {}}
          notes={props.notes?.(form.typed) ?? {}}
        />
        {typeof props.children === 'function' ? props.children(form.typed) : props.children}
        <OwnFields {...inputs} {...further} issued={props.isIssued ? initial : null} />
      </DialogBody>
      <FormFooter
        onCancel={props.onCancel}
        {...buttons}
        saving={form.saving}
        hint={hint}
        isShown={hint !== null && Object.values(form.errors).includes(hint)}
      />
    </DialogForm>
  );
}

interface OwnFieldsProps extends Omit<FormFieldsProps, 'sections'> {
  own: Fields;
  issued: object | null;
}

/** The company's own fields, last in the form (docs/product/custom-fields.md#screen). */
function OwnFields({ own, issued, ...inputs }: OwnFieldsProps) {
  const names = Object.keys(own);
  if (names.length === 0) return null;
  const sections = [{ title: ownTitle, names }];
  return <FormFields {...inputs} sections={sections} disabled={fixedOwn(own, issued)} />;
}

function hintOf({ submitHint = incompleteHint }: { submitHint?: string }, isIncomplete: boolean) {
  return isIncomplete ? submitHint : null;
}

/** What the buttons say, and which of the two sent the form. */
function useTwoWays(
  props: Pick<FormDialogProps<Fields>, 'submitLabel' | 'savingLabel' | 'otherLabel'>,
) {
  const { submitLabel, savingLabel, otherLabel: label } = props;
  const [isOther] = useState(() => createHolder(false));
  const onClick = () => isOther.set(false);
  const other = label === undefined ? undefined : { label, onClick: () => isOther.set(true) };
  const saving = savingLabel === undefined ? {} : { savingLabel };
  return { isOther, buttons: { submitLabel, onClick, other, ...saving } };
}

/** Saved, a form may close by leaving its address, which asks whether anything would be lost. */
function useBeside({
  isChangedBeside = false,
  onClose,
}: Pick<OpenedFormProps<Fields>, 'isChangedBeside' | 'onClose'>) {
  const [isSaved] = useState(() => createHolder(false));
  return {
    isUnsaved: () => isChangedBeside && !isSaved.get(),
    end: () => {
      isSaved.set(true);
      onClose();
    },
  };
}

function useSections<F extends Fields>({
  sections: given,
  fields: standard,
  children,
}: FormDialogProps<F>) {
  const own = useOwnFields(standard);
  const fields = useAllFields(standard);
  const sections = useMemo<readonly FormSection[]>(() => {
    const names = writableFields(standard).map(([name]) => name);
    return given ?? (names.length > 0 ? [{ title: '', names }] : []);
  }, [given, standard]);
  // Whether own fields have others above them.
  const isFurther = sections.length > 0 || children !== undefined;
  return { fields, sections, further: { own, isFurther } };
}

function readFrom<T extends object>(
  given: T | ((typed: Typed) => T) | undefined,
  typed: Typed,
): T | undefined {
  return typeof given === 'function' ? given(typed) : given;
}

// The browser does not submit on Enter while the submit button is disabled. In an open list, Enter chooses an option.
function isEnterInInput(event: KeyboardEvent): boolean {
  if (event.isDefaultPrevented()) return false;
  const isInput = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
  return event.key === 'Enter' && isInput && !event.nativeEvent.isComposing;
}
