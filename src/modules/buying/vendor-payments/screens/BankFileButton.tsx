import { Button } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { counted } from '~/kit/shared/money/numbers';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { Question } from '~/modules/sales/papers/screens/PaperQuestion';
import { mostBills, type VendorPayment } from '../vendor-payments.fields';
import { saveBankFile } from './vendor-payments.client';

const PaperQuestion = lazyDialog(
  'question',
  async () => (await import('~/modules/sales/papers/screens/PaperQuestion')).PaperQuestion,
);

/** "Bank File": the bank transfers that a list shows, for the bank (docs/product/vendor-payments.md#bank-file). */
export function BankFileButton({ rows }: { rows: readonly VendorPayment[] }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const mayExport = useMay('vendor_payments.export').ok;
  const maySeeBank = useMay('vendors.update').ok;
  if (!mayExport || !maySeeBank) return null;
  const payments = rows
    .filter(
      ({ status, payment_method, amount }) =>
        status === 'completed' && payment_method === 'bank_transfer' && amount > 0,
    )
    .slice(0, mostBills);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBuildingBank size={16} aria-hidden />}
        disabled={payments.length === 0}
        onClick={() => setQuestion(questionOf(payments))}
      >
        Bank File
      </Button>
      <PaperQuestion question={question} onClose={() => setQuestion(null)} />
    </>
  );
}

function questionOf(payments: readonly VendorPayment[]): Question {
  const sum = formatMoney(sumOf(payments.map(({ amount }) => amount)), 'INR');
  return {
    id: 0,
    title: 'Bank File',
    message: `The CSV file has the ${counted(payments.length, 'bank transfer')} that the list shows, ${sum} in all. Filter the list to choose others.`,
    act: async () => {
      await saveBankFile(payments);
      return 'Bank file downloaded successfully';
    },
    refused: 'Failed to download bank file',
  };
}
