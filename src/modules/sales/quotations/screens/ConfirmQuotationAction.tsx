import type { Fields } from '~/kit/shared/fields/fields';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { PaperQuestion, type Question } from '~/modules/sales/papers/screens/PaperQuestion';
import { type Quotation, quotationFields } from '../quotations.fields';
import { quotationLabel } from '../quotations.rules';
import type { QuotationQuestion } from './QuotationActions';
import type { Quotations } from './quotations.client';

interface Props {
  quotations: Quotations;
  question: QuotationQuestion | null;
  onClose: () => void;
}

/** Asks before a quotation is sent, revised, decided, ordered or deleted. */
export default function ConfirmQuotationAction({ quotations, question, onClose }: Props) {
  const ofPaper = question && questionOf({ ...question, quotations });
  const decided = question && ofPaper === null ? question.record : null;
  return (
    <>
      <PaperQuestion question={ofPaper} onClose={onClose} />
      <Decision
        decision={question?.ask === 'decline' ? decline : accept}
        quotations={quotations}
        quotation={decided}
        onClose={onClose}
      />
    </>
  );
}

type QuotationAction = QuotationQuestion & { quotations: Quotations };

/** Null for a decision, which has a form. */
function questionOf({ ask, record: quotation, quotations }: QuotationAction): Question | null {
  const { id, customer_name, updated_at } = quotation;
  const label = quotationLabel(quotation);
  const of = { id, subject: `${label} · ${customer_name}` };
  switch (ask) {
    case 'send':
      return {
        id,
        title: 'Send Quotation',
        message: `Send quotation ${label} to ${customer_name} via email?`,
        act: async (key) => {
          await quotations.send(id, key);
          return `Quotation ${label} sent successfully to ${customer_name}`;
        },
        refused: 'Failed to send quotation',
        onRefused: () => void quotations.refresh(id).catch(() => undefined),
      };
    case 'markSent':
      return {
        ...of,
        title: 'Mark as Sent',
        message:
          'The lines and terms can no longer change, unless it is revised. No email is sent.',
        act: async () => {
          await quotations.setStatus(id, { status: 'sent', updated_at });
          return `Quotation ${label} marked as sent successfully`;
        },
        refused: 'Failed to update quotation',
      };
    case 'delete':
      return {
        ...of,
        title: 'Delete Quotation',
        message: 'This action cannot be undone and will permanently remove this draft.',
        danger: true,
        act: async () => {
          await quotations.delete(id);
          return `Quotation ${label} deleted successfully`;
        },
        refused: 'Failed to delete quotation',
      };
    case 'revise':
    case 'order':
      return { ...of, ...(ask === 'revise' ? revising : ordering)(quotations, quotation) };
    case 'accept':
    case 'decline':
      return null;
  }
}

function revising(quotations: Quotations, { id }: Quotation) {
  return {
    title: 'Revise Quotation',
    message: 'A draft with the same number and lines is the next revision. It replaces this one.',
    act: async (key: string) => {
      const next = await quotations.revise(id, key);
      void quotations.refresh(id).catch(() => undefined);
      return `Quotation ${quotationLabel(next)} created successfully`;
    },
    refused: 'Failed to revise quotation',
  };
}

function ordering(quotations: Quotations, quotation: Quotation) {
  const body = quotation.status === 'accepted' ? {} : { force: true as const };
  return {
    title: 'Create Order',
    message: orderMessage(quotation),
    act: async (key: string) => {
      const { order_number } = await quotations.order(quotation.id, key, body);
      return `Order ${order_number} created successfully`;
    },
    refused: 'Failed to create order',
  };
}

function orderMessage({ status, lead_id }: Quotation): string {
  return [
    status === 'accepted'
      ? 'The order gets the same lines, prices and tax.'
      : 'The customer has not accepted yet. Create the order anyway?',
    ...(lead_id === null ? [] : ['The lead becomes a customer.']),
  ].join(' ');
}

const accept = {
  title: 'Accept Quotation',
  fields: { purchase_order: { ...quotationFields.purchase_order, access: 'write' } },
  status: 'accepted',
  done: 'accepted successfully',
  refused: 'Failed to accept quotation',
} as const;

const decline = {
  title: 'Decline Quotation',
  fields: { reason: { ...quotationFields.decline_reason, access: 'write' } },
  status: 'declined',
  done: 'declined successfully',
  refused: 'Failed to decline quotation',
} as const;

interface DecisionProps extends Pick<Props, 'quotations' | 'onClose'> {
  decision: typeof accept | typeof decline;
  quotation: Quotation | null;
}

/** What the customer decided, entered by hand, with the purchase order or the reason. */
function Decision({ decision, quotations, quotation, onClose }: DecisionProps) {
  const { title, fields, status, done, refused } = decision;
  return (
    <FormDialog<Fields>
      opened={quotation !== null}
      onClose={onClose}
      title={title}
      subject={quotation?.id}
      size="md"
      fields={fields}
      submitLabel={title}
      failed={orNetworkError(refused)}
      onSubmit={async (values) => {
        if (!quotation) return;
        const { id, updated_at } = quotation;
        await quotations.setStatus(id, { ...values, status, updated_at });
        return `Quotation ${quotationLabel(quotation)} ${done}`;
      }}
    />
  );
}
