import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FieldProblem } from '~/kit/shared/verdict';
import { FormFooter } from '~/kit/ui/form/FormFooter';
import { FormMessage } from '~/kit/ui/form/FormMessage';
import { useWork, type Work } from '~/kit/ui/dialog/GuardedDialog';
import { LineTotals } from '~/modules/documents/screens/LineTotals';
import { useFormMessages, useFormSending } from '~/kit/ui/form/useFormSending';
import { CustomerPicker } from '~/modules/customers/screens/CustomerPicker';
import { useCustomers } from '~/modules/customers/screens/customers.client';
import {
  invoiceBody,
  invoiceProblems,
  type TypedInvoice,
  typedTotals,
  withCustomer,
  withDueDate,
  withOrder,
  withoutOrder,
} from '../invoice-form.rules';
import { InvoiceItems } from './InvoiceItems';
import { InvoiceOrder } from './InvoiceOrder';
import './InvoiceForm.css';

export type InvoiceBody = ReturnType<typeof invoiceBody>;

interface Props {
  work: Work;
  onCancel: () => void;
  initial: TypedInvoice;
  /** Percent, until another one is chosen. */
  rate: number;
  /** What was decided before: whose invoice it is, or the order that it is made from, which the title names. */
  fixed?: 'customer' | 'order';
  /** The smallest quantity that an input takes (docs/product/invoices.md#form). */
  least: 0 | 1;
  /** One sentence in place of those that are the form's own. */
  missingText?: string;
  /** In place of the lines while there are none. */
  noItemsText?: string | undefined;
  submitLabel: string;
  savingLabel: string;
  /** A rejection keeps the form with its sentence. */
  onSubmit: (body: InvoiceBody, sendKey: string) => Promise<void>;
  onSaved: () => void;
}

/**
 * An invoice being typed: from scratch or from an order; also a draft that is changed
 * (docs/product/invoices.md#invoicing-an-order).
 */
export function InvoiceEditor(props: Props) {
  const form = useTypedInvoice(props);
  const { typed, change, rate, messages, sending } = form;
  useWork(props.work, { isUnsaved: form.isUnsaved, saving: sending.saving });
  return (
    <form
      className="dialog-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <div className="dialog-body">
        <div className="form-grid">
          {props.fixed === 'order' ? null : (
            <Source form={form} isCustomerFixed={props.fixed === 'customer'} />
          )}
          <Dates form={form} />
        </div>
        <InvoiceItems
          items={typed.items}
          least={props.least}
          noneText={props.noItemsText ?? 'No items yet.'}
          errorOf={messages.errorOf}
          onChange={(items) => change({ ...typed, items })}
          onLeave={messages.leave}
        />
        <LineTotals
          totals={typedTotals(typed, rate)}
          taxRate={rate}
          onTaxRate={(tax_rate) => change({ ...typed, tax_rate })}
          otherRates={[props.rate]}
        />
        <div className="form-grid invoice-texts">
          <Texts form={form} />
        </div>
      </div>
      <FormMessage {...messages} />
      <FormFooter
        onCancel={props.onCancel}
        submitLabel={props.submitLabel}
        savingLabel={props.savingLabel}
        saving={sending.saving}
        hint={null}
      />
    </form>
  );
}

type Form = ReturnType<typeof useTypedInvoice>;

/** What is typed, what is wrong with it, and the one attempt to send it at a time. */
function useTypedInvoice(props: Props) {
  const [initial] = useState(props.initial);
  const [typed, setTyped] = useState(initial);
  const rate = typed.tax_rate ?? props.rate;
  const problems = worded(invoiceProblems(typed), props.missingText);
  const sending = useFormSending(props, () => invoiceBody(typed, rate));
  const messages = useFormMessages(problems, sending.refusal);
  return {
    typed,
    rate,
    messages,
    sending,
    change: (next: TypedInvoice) => {
      setTyped(next);
      sending.forget();
    },
    isUnsaved: () => !sending.isSaved() && JSON.stringify(typed) !== JSON.stringify(initial),
    submit: () => {
      sending.forget();
      messages.attempt();
      if (problems.length === 0) void sending.send();
    },
  };
}

/** From a customer there is one sentence for what is missing altogether (docs/product/invoices.md#checks). */
function worded(problems: readonly FieldProblem[], missingText: string | undefined) {
  if (missingText === undefined) return problems;
  const isMissing = ({ field }: FieldProblem) => field === 'customer_id' || field === 'items';
  return problems.map((each) => (isMissing(each) ? { ...each, message: missingText } : each));
}

/** Whom it charges, and the order that it is made from. */
function Source({ form, isCustomerFixed }: { form: Form; isCustomerFixed: boolean }) {
  const { typed, change, messages } = form;
  const customers = useCustomers();
  return (
    <>
      <div className="form-field" data-required>
        <CustomerPicker
          value={typed.customer_id}
          chosenName={typed.customer_name}
          onChange={(customer) => change(withCustomer(typed, customer))}
          required
          locked={isCustomerFixed}
          error={messages.errorOf('customer_id')}
          onBlur={() => messages.leave('customer_id')}
        />
      </div>
      <div className="form-field">
        <InvoiceOrder
          typed={typed}
          onOrder={(order) => {
            const customer = customers.rows.find((each) => each.id === order.customer_id);
            change(withOrder(typed, order, customer ?? null));
          }}
          onRemove={() => change(withoutOrder(typed))}
        />
      </div>
    </>
  );
}

function Dates({ form: { typed, change, messages } }: { form: Form }) {
  const day = (name: 'invoice_date' | 'due_date') => ({
    type: 'date',
    value: typed[name],
    error: messages.errorOf(name),
    'aria-required': true,
    onBlur: () => messages.leave(name),
  });
  return (
    <>
      <div className="form-field" data-required>
        <TextInput
          {...day('invoice_date')}
          label="Invoice Date"
          onChange={({ currentTarget }) =>
            change(withDueDate({ ...typed, invoice_date: currentTarget.value }))
          }
        />
      </div>
      <div className="form-field" data-required>
        <TextInput
          {...day('due_date')}
          label="Due Date"
          onChange={({ currentTarget }) =>
            change({ ...typed, due_date: currentTarget.value, is_due_typed: true })
          }
        />
      </div>
    </>
  );
}

function Texts({ form: { typed, change, messages } }: { form: Form }) {
  const text = (name: 'terms_conditions' | 'notes') => ({
    value: typed[name],
    error: messages.errorOf(name),
    autosize: true,
    minRows: 2,
    maxRows: 8,
    onBlur: () => messages.leave(name),
  });
  return (
    <>
      <div className="form-field">
        <Textarea
          {...text('terms_conditions')}
          label="Terms & Conditions"
          onChange={(event) => change({ ...typed, terms_conditions: event.currentTarget.value })}
        />
      </div>
      <div className="form-field">
        <Textarea
          {...text('notes')}
          label="Notes"
          onChange={(event) => change({ ...typed, notes: event.currentTarget.value })}
        />
      </div>
    </>
  );
}
