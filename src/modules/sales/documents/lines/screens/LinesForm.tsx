import { type ReactNode, useEffect, useState } from 'react';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { GuardedDialog, type Work } from '~/kit/ui/dialog/GuardedDialog';
import { DiscountField } from './DiscountField';
import { DocumentForm } from './DocumentForm';
import { LineTotals } from './LineTotals';
import { OrderItems, type OwnStockOf } from './OrderItems';
import { OrderServices } from './OrderServices';
import type { LinesForm } from './useLinesForm';
import classes from './LinesForm.module.css';

interface Confirmation {
  message: ReactNode;
  send: () => Promise<void>;
}

/** What a form in the dialog is given. */
export interface DialogCallbacks {
  work: Work;
  onCancel: () => void;
  onSaved: () => void;
  isAsking: boolean;
  onAsk: (confirmation: Confirmation) => void;
}

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  submitLabel: string;
  children: (callbacks: DialogCallbacks) => ReactNode;
}

// The question must return the focus to the form before the form returns it to the page.
const afterQuestionMs = 40;

/** The dialog of a document's form, which can ask a question before it is sent. */
export function LinesDialog({ opened, onClose, title, submitLabel, children }: DialogProps) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const [saved, setSaved] = useState(false);
  useEffect(() => {
    if (!saved || confirmation !== null) return;
    const timer = setTimeout(() => {
      setSaved(false);
      onClose();
    }, afterQuestionMs);
    return () => clearTimeout(timer);
  }, [saved, confirmation, onClose]);
  return (
    <>
      <GuardedDialog
        opened={opened}
        onClose={onClose}
        title={title}
        size={860}
        tall
        closeOnEscape={confirmation === null}
      >
        {({ cancel, work }) =>
          children({
            work,
            onCancel: cancel,
            onSaved: () => setSaved(true),
            isAsking: confirmation !== null,
            onAsk: setConfirmation,
          })
        }
      </GuardedDialog>
      <ConfirmDialog
        opened={confirmation !== null}
        title={submitLabel}
        message={confirmation?.message ?? ''}
        cancelLabel="Keep editing"
        confirmLabel={submitLabel}
        onConfirm={async () => confirmation?.send()}
        onClose={() => setConfirmation(null)}
      />
    </>
  );
}

export interface LinesFormProps {
  callbacks: DialogCallbacks;
  form: LinesForm;
  settingRate: number;
  submitLabel: string;
  /** The question before sending; left out for none. */
  question?: ReactNode;
  heading: ReactNode;
  /** Why lines and amounts cannot be changed. */
  lockedText: string | null;
  /** Its buyer's part of the tax by GST, and the sums. */
  tax: ReactNode;
  ownStock?: OwnStockOf | null;
  isFirst?: boolean;
  withServices?: boolean;
  withOptions?: boolean;
  /** Below the sums. */
  children: ReactNode;
}

/** A document's heading, lines, sums and texts. */
export function LinesFormBody(props: LinesFormProps) {
  const { form, callbacks, lockedText, question, withOptions = false } = props;
  const lines = { form, locked: lockedText !== null, withOptions };
  return (
    <DocumentForm
      form={form}
      work={callbacks.work}
      onCancel={callbacks.onCancel}
      submitLabel={props.submitLabel}
      isBehind={callbacks.isAsking}
      onAttempted={question ? () => callbacks.onAsk({ message: question, send: form.send }) : null}
    >
      {props.heading}
      {lockedText ? <p className={classes.locked}>{lockedText}</p> : null}
      <OrderItems {...lines} ownStock={props.ownStock ?? null} isFirst={props.isFirst ?? false} />
      {(props.withServices ?? true) ? <OrderServices {...lines} /> : null}
      <Totals {...props} isLocked={lockedText !== null} />
      {props.children}
    </DocumentForm>
  );
}

interface TotalsProps extends Pick<LinesFormProps, 'form' | 'settingRate' | 'tax'> {
  isLocked: boolean;
}

function Totals({ form, settingRate, tax, isLocked }: TotalsProps) {
  return (
    <>
      <DiscountField form={form} locked={isLocked} />
      {form.isGst ? tax : <LineTotals form={form} settingRate={settingRate} isLocked={isLocked} />}
    </>
  );
}
