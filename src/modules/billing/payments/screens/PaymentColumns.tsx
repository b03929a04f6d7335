import { useMemo } from 'react';
import { dayOf, formatInstant } from '~/kit/shared/time/days';
import { momentValue } from '~/kit/ui/columns/CellValue';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import { orServerError } from '~/kit/ui/calls/reportFailure';
import { saveCell } from '~/kit/ui/records/saveCell';
import type { EditTexts } from '~/kit/ui/waiting/waiting-change';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { ageText, shortNotes } from '../figures.rules';
import {
  type Payment,
  paymentFields,
  type PaymentPatch,
  paymentStatuses,
} from '../payments.fields';
import { canChange, canEdit, methodName } from '../payments.rules';
import type { Payments } from './payments.client';

const except = ['invoice_id', 'advance_id', 'receipt_id', 'created_by', 'workspace_id'] as const;

const statusOrder = paymentStatuses.map((status) => status.value);

export function usePaymentColumns(payments: Payments): readonly Column<Payment>[] {
  const latest = useLatest(payments);
  const { timeZone, today } = useCompany();
  const writing = useMay('payments.update');
  return useMemo(
    () =>
      columnsFromFields(paymentFields, {
        except,
        timeZone,
        today,
        required: ['id'],
        canEdit: (payment, key) => {
          const verdict = writing.ok ? canChange(payment) : writing;
          return verdict.ok ? canEdit(payment, [key]) : verdict;
        },
        save: (payment, patch, edit) => save(latest.current, payment, patch, edit),
        overrides: {
          id: { title: 'Payment', width: 96, least: 76, text: ({ id }) => `#${id}` },
          invoice_number: { width: 148, least: 136 },
          customer_name: { width: 170 },
          amount: { width: 112 },
          // It may be the number of another document.
          reference_number: { width: 148, least: 136 },
          payment_method: {
            text: (payment) => methodName(payment) ?? '',
            sortValue: ({ payment_method }) => payment_method,
          },
          status: { sortValue: ({ status }) => statusOrder.indexOf(status) },
          notes: {
            least: 52,
            text: ({ notes }) => shortNotes(notes),
            render: ({ notes }) => <span title={notes ?? undefined}>{shortNotes(notes)}</span>,
          },
          created_at: {
            least: 96,
            text: ({ created_at }) => ageText(dayOf(created_at, timeZone), today),
            render: ({ created_at }) =>
              momentValue(
                ageText(dayOf(created_at, timeZone), today),
                formatInstant(created_at, timeZone),
              ),
          },
        },
      }),
    [latest, writing, timeZone, today],
  );
}

async function save(
  payments: Payments,
  payment: Payment,
  patch: PaymentPatch,
  edit: EditTexts,
): Promise<void> {
  const [key] = Object.keys(patch);
  const label = paymentFields[key as keyof PaymentPatch]?.label.toLowerCase() ?? 'record';
  return saveCell(payments, payment, patch, {
    noun: 'payment',
    name: `Payment #${payment.id}`,
    edit,
    saved: `Payment ${label} updated successfully!`,
    ...orServerError('Failed to update payment'),
  });
}
