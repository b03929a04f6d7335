import { orServerError } from '~/kit/ui/calls/reportFailure';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { type Payment, paymentFields, paymentStatuses } from '../payments.fields';
import { paymentDateProblem } from '../payments.rules';
import type { Payments } from './payments.client';

interface Props {
  payments: Payments;
  payment: Payment | null;
  onClose: () => void;
}

const sections = [
  {
    title: '',
    names: ['amount', 'payment_method', 'payment_date', 'status', 'reference_number', 'notes'],
  },
] as const;

const texts = orServerError('Failed to update payment');

export default function PaymentEditor({ payments, payment, onClose }: Props) {
  const { today } = useCompany();
  return (
    <FormDialog
      opened={payment !== null}
      onClose={onClose}
      title={payment ? `Edit Payment #${payment.id}` : 'Edit Payment'}
      size="lg"
      fields={paymentFields}
      initial={payment ?? undefined}
      sections={sections}
      check={(name, { payment_date = '', ...typed }) => {
        const status = paymentStatuses.find(({ value }) => value === typed['status'])?.value;
        if (name !== 'payment_date' || !status) return null;
        return paymentDateProblem({ status, payment_date }, today);
      }}
      submitLabel="Save Payment"
      failed={texts}
      onSubmit={async (values, _key, save) => {
        if (!payment) return;
        await save(values, (body) => payments.update(payment.id, body));
        return 'Payment updated successfully!';
      }}
    />
  );
}
