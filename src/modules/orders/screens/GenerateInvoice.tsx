import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, reasonOf } from '~/kit/ui/api';
import { FormFooter } from '~/kit/ui/FormFooter';
import { FormMessage } from '~/kit/ui/FormMessage';
import { GuardedDialog, useWork, type Work } from '~/kit/ui/GuardedDialog';
import { LineRow } from '~/kit/ui/LineRow';
import { LineTotals } from '~/kit/ui/LineTotals';
import { toast } from '~/kit/ui/toasts';
import { useLast } from '~/kit/ui/useLast';
import { useFormMessages, useFormSending } from '~/kit/ui/useFormSending';
import { dueDateFor } from '~/modules/customers/customers.rules';
import { useCustomers } from '~/modules/customers/screens/customers.client';
import { useCompany, useSettings } from '~/modules/settings/screens/settings.client';
import {
  type ChargedLine,
  chargeBody,
  chargeProblems,
  chargeTotals,
  openLines,
  type TypedCharge,
} from '../invoicing.rules';
import type { OrderWithLines } from '../orders.fields';
import './OrderForm.css';

interface Props {
  /** Null when closed. */
  order: OrderWithLines | null;
  onClose: () => void;
}

/** "Generate Invoice" for an order: what of it no invoice charges for yet, at the order's tax rate (spec 2 §2.4). */
export function GenerateInvoice({ order, onClose }: Props) {
  const last = useLast(order);
  return (
    <GuardedDialog
      opened={order !== null}
      onClose={onClose}
      title={`Generate Invoice for Order ${last?.order_number ?? ''}`}
      subtitle={last?.customer_name}
      size={820}
      tall
    >
      {({ cancel, work }) =>
        last ? <ChargeForm order={last} onClose={onClose} onCancel={cancel} work={work} /> : null
      }
    </GuardedDialog>
  );
}

interface FormProps {
  order: OrderWithLines;
  onClose: () => void;
  onCancel: () => void;
  work: Work;
}

function ChargeForm({ order, onClose, onCancel, work }: FormProps) {
  const { typed, change, isUnsaved } = useCharge(order);
  const problems = chargeProblems(typed);
  const sending = useFormSending({ onSubmit: generate(order), onSaved: onClose }, () =>
    chargeBody(typed, order),
  );
  const messages = useFormMessages(problems, sending.refusal);
  useWork(work, { isUnsaved: () => !sending.isSaved() && isUnsaved(), saving: sending.saving });
  const isBlocked = typed.lines.length === 0;
  const dateOf = (name: 'invoice_date' | 'due_date', label: string) => (
    <div className="form-field" data-required>
      <TextInput
        type="date"
        label={label}
        aria-required
        value={typed[name]}
        error={messages.errorOf(name)}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
        onBlur={() => messages.leave(name)}
      />
    </div>
  );
  return (
    <form
      className="dialog-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        sending.forget();
        messages.attempt();
        if (problems.length === 0 && !isBlocked) void sending.send();
      }}
    >
      <div className="dialog-body">
        <div className="form-grid">
          {dateOf('invoice_date', 'Invoice Date')}
          {dateOf('due_date', 'Due Date')}
        </div>
        <ChargedLines typed={typed} change={change} messages={messages} />
        <LineTotals
          totals={chargeTotals(typed, order.tax_rate)}
          taxRate={order.tax_rate}
          otherRates={[]}
        />
        <div className="form-grid order-notes">
          <Words label="Terms" name="terms_conditions" typed={typed} change={change} />
          <Words label="Notes" name="notes" typed={typed} change={change} />
        </div>
      </div>
      <FormMessage {...messages} />
      <FormFooter
        onCancel={onCancel}
        submitLabel="Generate Invoice"
        saving={sending.saving}
        hint={isBlocked ? 'Please select a customer and add at least one item' : null}
      />
    </form>
  );
}

/** What is typed; it begins with all that is left to invoice, due by the customer's terms. */
function useCharge(order: OrderWithLines) {
  const { today } = useCompany();
  const { default_invoice_terms } = useSettings();
  const customers = useCustomers();
  const terms = customers.rows.find((each) => each.id === order.customer_id)?.payment_terms;
  const [changed, setChanged] = useState<Partial<TypedCharge>>({});
  const [lines] = useState(() => openLines(order));
  const invoice_date = changed.invoice_date ?? today;
  const typed: TypedCharge = {
    lines,
    invoice_date,
    due_date: invoice_date === '' ? '' : dueDateFor(invoice_date, terms ?? null),
    terms_conditions: default_invoice_terms,
    notes: '',
    ...changed,
  };
  return {
    typed,
    change: (values: Partial<TypedCharge>) => setChanged((now) => ({ ...now, ...values })),
    isUnsaved: () => Object.keys(changed).length > 0,
  };
}

interface LinesProps {
  typed: TypedCharge;
  change: (values: Partial<TypedCharge>) => void;
  messages: Pick<ReturnType<typeof useFormMessages>, 'errorOf' | 'leave'>;
}

function ChargedLines({ typed, change, messages }: LinesProps) {
  const { lines } = typed;
  const changeLine = (id: number, values: Partial<ChargedLine>) =>
    change({
      lines: lines.map((line) => (line.order_line_id === id ? { ...line, ...values } : line)),
    });
  return (
    <fieldset className="form-section">
      <legend>Items</legend>
      {lines.length === 0 ? (
        <p className="order-locked">
          Nothing is left to invoice. What an order has been invoiced for cannot be invoiced again.
        </p>
      ) : null}
      {lines.map((line, index) => (
        <LineRow
          key={line.order_line_id}
          name={`Item ${index + 1}`}
          line={line}
          whole={line.whole}
          errors={{
            quantity: messages.errorOf(`items.${index}.quantity`),
            unit_price: messages.errorOf(`items.${index}.unit_price`),
          }}
          onChange={(values) => changeLine(line.order_line_id, values)}
          onLeave={(name) => messages.leave(`items.${index}.${name}`)}
          onRemove={() =>
            change({ lines: lines.filter((each) => each.order_line_id !== line.order_line_id) })
          }
        >
          <TextInput label="Description" value={line.description} readOnly variant="unstyled" />
        </LineRow>
      ))}
    </fieldset>
  );
}

interface WordsProps {
  label: string;
  name: 'terms_conditions' | 'notes';
  typed: TypedCharge;
  change: (values: Partial<TypedCharge>) => void;
}

function Words({ label, name, typed, change }: WordsProps) {
  return (
    <div className="form-field">
      <Textarea
        label={label}
        autosize
        minRows={2}
        maxRows={6}
        value={typed[name]}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
      />
    </div>
  );
}

function generate(order: OrderWithLines) {
  return async (body: Record<string, unknown>, idempotencyKey: string): Promise<void> => {
    try {
      await api.post('/invoices', body, { idempotencyKey });
      toast('success', `Invoice generated successfully for Order ${order.order_number}`);
    } catch (error) {
      toast('error', `Failed to generate invoice: ${reasonOf(error)}`);
      throw error;
    }
  };
}
