import * as field from '~/kit/shared/fields/fields';
import type { FailureTexts } from '~/kit/ui/calls/api';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useSendKey } from '~/kit/ui/form/useSendKey';
import type { Verdict } from '~/kit/shared/verdict';
import { type LinePart, typedNumber } from '../receipt-form.rules';
import type { Allocation } from '../receipts.fields';
import { AllocationLines } from './AllocationLines';
import { type Allocations, type PaidDocuments, useAllocations } from './useAllocations';

const rateFields: field.Fields = { tds_rate: field.percent({ label: 'TDS Rate (%)' }) };

interface Props {
  title: string;
  submitLabel: string;
  savingLabel: string;
  failed: FailureTexts;
  /** What the sum is and whose. */
  note: string;
  /** The record with the sum. */
  of: { id: number; updated_at: string };
  /** The customer or vendor. */
  party: number;
  /** Invoices of customers by default. */
  documents?: PaidDocuments;
  /** The sum to allocate, in rupees. */
  amount: number;
  /** The inputs of each invoice: all by default, with a rate of TDS. */
  parts?: readonly LinePart[];
  allows: (sums: Allocations['sums']) => Verdict;
  /** Gives the message of success. */
  onSend: (allocations: readonly Allocation[], sendKey: string) => Promise<string>;
  onClose: () => void;
}

/** Pays unpaid documents of a party from a sum that is there already. */
export function AllocationForm({
  of,
  party,
  documents,
  amount,
  note,
  parts,
  allows,
  onSend,
  ...props
}: Props) {
  const keyFor = useSendKey();
  const { id } = of;
  const form = useAllocations(party, documents);
  const allocationsOf = (rate: string | undefined) =>
    form.of({ party, amount, tdsRate: typedNumber(rate) });
  return (
    <FormDialog
      {...props}
      opened
      subject={id}
      fields={parts ? {} : rateFields}
      blocked={(typed) =>
        wrongIn(allocationsOf(typed['tds_rate']), { allows, document: form.documents.document })
      }
      isChangedBeside={typeof form.filling === 'object'}
      onSubmit={async (values: Readonly<Record<string, unknown>>) => {
        const { allocations } = allocationsOf(String(values['tds_rate'] ?? ''));
        const key = keyFor([of.updated_at, allocations]);
        return form.send(allocations, () => onSend(allocations, key));
      }}
    >
      {(typed) => (
        <>
          <SoftText>{note}</SoftText>
          <AllocationLines
            form={form}
            allocations={allocationsOf(typed['tds_rate'])}
            amount={amount}
            {...(parts ? { parts } : {})}
          />
        </>
      )}
    </FormDialog>
  );
}

function wrongIn(
  { wrong, allocations, sums }: Allocations,
  { allows, document }: Pick<Props, 'allows'> & Pick<PaidDocuments, 'document'>,
): string | null {
  if (wrong !== null) return wrong;
  if (allocations.length === 0)
    return `Please enter an amount for ${document === 'bill' ? 'a bill' : 'an invoice'}`;
  const verdict = allows(sums);
  return verdict.ok ? null : verdict.message;
}
