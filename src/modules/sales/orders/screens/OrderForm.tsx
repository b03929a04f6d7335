import { TextInput } from '@mantine/core';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { DraftNote } from '~/kit/ui/form/DraftNote';
import { FormFooter } from '~/kit/ui/form/FormFooter';
import { FormMessage } from '~/kit/ui/form/FormMessage';
import { GuardedDialog, useWork, type Work } from '~/kit/ui/dialog/GuardedDialog';
import { noTypedSupply } from '~/modules/sales/documents/typed-supply.rules';
import { DocumentTax } from '~/modules/sales/customers/screens/DocumentTax';
import { DiscountField } from '~/modules/sales/documents/screens/DiscountField';
import { LineTotals } from '~/modules/sales/documents/screens/LineTotals';
import { TextFields } from '~/modules/sales/documents/screens/TextFields';
import { CustomerPicker } from '~/modules/sales/customers/screens/CustomerPicker';
import { orderFields, orderTexts, type OrderWithLines } from '../orders.fields';
import { canChangeInvoiced, canEditLines } from '../orders.rules';
import { OrderItems } from './OrderItems';
import { OrderServices } from './OrderServices';
import { type OrderForm as Form, type OrderFormOptions, useOrderForm } from './useOrderForm';
import { DialogBody, DialogForm } from '~/kit/ui/dialog/DialogParts';
import { FormField, FormGrid } from '~/kit/ui/form/FormParts';
import classes from './OrderForm.module.css';

interface Props extends OrderFormOptions {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  withServices: boolean;
  submitLabel: string;
  /** The question before sending; null for none. */
  questionOf?: (form: Form) => ReactNode;
}

interface Asked {
  message: ReactNode;
  send: () => Promise<void>;
}

// The question must return the focus to the form before the form returns it to the page.
const afterQuestionMs = 40;

export function OrderForm(props: Props) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [saved, setSaved] = useState(false);
  const { opened, onClose, title, submitLabel } = props;
  useEffect(() => {
    if (!saved || asked !== null) return;
    const timer = setTimeout(() => {
      setSaved(false);
      onClose();
    }, afterQuestionMs);
    return () => clearTimeout(timer);
  }, [saved, asked, onClose]);
  return (
    <>
      <GuardedDialog
        opened={opened}
        onClose={onClose}
        title={title}
        size={860}
        tall
        closeOnEscape={asked === null}
      >
        {({ cancel, work }) => (
          <FormBody
            {...props}
            work={work}
            onCancel={cancel}
            onSaved={() => setSaved(true)}
            isAsking={asked !== null}
            onAsk={setAsked}
          />
        )}
      </GuardedDialog>
      <ConfirmDialog
        opened={asked !== null}
        title={submitLabel}
        message={asked?.message ?? ''}
        cancelLabel="Keep editing"
        confirmLabel={submitLabel}
        onConfirm={async () => asked?.send()}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

interface BodyProps extends Props {
  work: Work;
  onCancel: () => void;
  onSaved: () => void;
  isAsking: boolean;
  onAsk: (asked: Asked) => void;
}

function FormBody(props: BodyProps) {
  const { before, isAsking, questionOf } = props;
  const form = useOrderForm(props);
  const { isUnsaved, saving, draft } = form;
  const { customer_id, customer_name, delivery_date } = form.typed;
  useWork(props.work, { isUnsaved, saving, discard: draft.end });
  const lock = before ? canEditLines(before) : null;
  const lockedText = lock && !lock.ok ? lock.sentence : null;
  return (
    <DialogForm
      noValidate
      // Neither focusable nor announced behind its question.
      inert={isAsking}
      aria-hidden={isAsking || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.attempt()) return;
        if (questionOf) props.onAsk({ message: questionOf(form), send: form.send });
        else void form.send();
      }}
    >
      <DialogBody>
        <DraftNote draft={draft} />
        <Heading
          {...{ before, customer_id, customer_name, delivery_date }}
          hasCustomer={props.customer !== null}
          customerError={form.errorOf('customer_id')}
          dateError={form.errorOf('delivery_date')}
          change={form.change}
          leave={form.leave}
        />
        {lockedText ? <p className={classes.locked}>{lockedText}</p> : null}
        <OrderItems
          form={form}
          before={before}
          locked={lockedText !== null}
          isFirst={props.customer !== null}
        />
        {props.withServices ? <OrderServices form={form} locked={lockedText !== null} /> : null}
        <Totals form={form} settingRate={props.settingRate} isLocked={lockedText !== null} />
        <TextFields form={form} fields={orderFields} names={orderTexts} />
      </DialogBody>
      <FormMessage {...form} />
      <FormFooter
        onCancel={props.onCancel}
        submitLabel={props.submitLabel}
        saving={form.saving}
        hint={form.blockedBy}
      />
    </DialogForm>
  );
}

interface TotalsProps {
  form: Form;
  settingRate: number;
  isLocked: boolean;
}

function Totals({ form, settingRate, isLocked }: TotalsProps) {
  return (
    <>
      <DiscountField
        typed={form.typed.discount}
        locked={isLocked}
        errorOf={form.errorOf}
        onChange={(discount) => form.change({ discount })}
        onLeave={form.leave}
      />
      {form.isGst ? (
        <DocumentTax form={form} />
      ) : (
        <LineTotals
          totals={form.totals}
          taxRate={form.rate}
          onTaxRate={isLocked ? undefined : (tax_rate) => form.change({ tax_rate })}
          otherRates={[settingRate]}
        />
      )}
    </>
  );
}

interface HeadingProps
  extends Pick<Form, 'change' | 'leave'>,
    Pick<Form['typed'], 'customer_id' | 'customer_name' | 'delivery_date'> {
  before: OrderWithLines | null;
  hasCustomer: boolean;
  customerError: string | true | null;
  dateError: string | true | null;
}

const Heading = memo(function Heading({
  before,
  hasCustomer,
  change,
  leave,
  ...props
}: HeadingProps) {
  return (
    <FormGrid>
      {hasCustomer ? null : (
        <FormField required>
          <CustomerPicker
            required
            value={props.customer_id}
            chosenName={props.customer_name}
            locked={before !== null && !canChangeInvoiced(before, 'customer').ok}
            error={props.customerError}
            isFirst={before === null}
            onChange={({ id, company_name }) =>
              change({ customer_id: id, customer_name: company_name, ...noTypedSupply })
            }
            onBlur={() => leave('customer_id')}
          />
        </FormField>
      )}
      <FormField>
        <TextInput
          type="date"
          label="Delivery Date"
          value={props.delivery_date}
          error={props.dateError}
          onChange={(event) => change({ delivery_date: event.currentTarget.value })}
          onBlur={() => leave('delivery_date')}
        />
      </FormField>
    </FormGrid>
  );
});
