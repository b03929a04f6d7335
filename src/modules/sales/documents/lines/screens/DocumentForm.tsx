import type { ComponentProps, ReactNode } from 'react';
import { DialogBody, DialogForm } from '~/kit/ui/dialog/DialogParts';
import { useWork, type Work } from '~/kit/ui/dialog/GuardedDialog';
import { FormFooter } from '~/kit/ui/form/FormFooter';
import { FormMessage } from '~/kit/ui/form/FormMessage';
import { FormNotes } from '~/kit/ui/form/FormNotes';

interface Form extends ComponentProps<typeof FormMessage> {
  isUnsaved: () => boolean;
  saving: boolean;
  draft: ComponentProps<typeof FormNotes>['draft'] & { end: () => void };
  blockedBy: string | null;
  attempt: () => boolean;
  send: () => Promise<void>;
}

interface Props
  extends Pick<ComponentProps<typeof FormFooter>, 'submitLabel' | 'savingLabel' | 'onCancel'> {
  form: Form;
  work: Work;
  /** Behind its question it is neither focusable nor announced. */
  isBehind?: boolean;
  /** Called instead of sending it. */
  onAttempted?: (() => void) | null;
  children: ReactNode;
}

/** The form of a document in its dialog: notes above its inputs, messages and buttons below. */
export function DocumentForm(props: Props) {
  const { form, isBehind = false, onAttempted, children } = props;
  const { isUnsaved, saving, draft } = form;
  useWork(props.work, { isUnsaved, saving, discard: draft.end });
  return (
    <DialogForm
      noValidate
      inert={isBehind}
      aria-hidden={isBehind || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.attempt()) return;
        if (onAttempted) onAttempted();
        else void form.send();
      }}
    >
      <DialogBody>
        <FormNotes draft={draft} />
        {children}
      </DialogBody>
      <FormMessage {...form} />
      <FormFooter
        onCancel={props.onCancel}
        submitLabel={props.submitLabel}
        savingLabel={props.savingLabel}
        saving={saving}
        hint={form.blockedBy}
      />
    </DialogForm>
  );
}
