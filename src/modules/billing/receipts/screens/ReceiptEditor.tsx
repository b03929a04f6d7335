import { orServerError } from '~/kit/ui/calls/reportFailure';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { type Receipt, receiptFields } from '../receipts.fields';
import type { Receipts } from './receipts.client';

interface Props {
  receipts: Receipts;
  receipt: Receipt | null;
  onClose: () => void;
}

const texts = orServerError('Failed to update receipt');

/** The custom fields of a receipt (docs/product/receipts.md#changes). */
export default function ReceiptEditor({ receipts, receipt, onClose }: Props) {
  if (!receipt) return null;
  const { id, receipt_number } = receipt;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Edit ${receipt_number}`}
      size="lg"
      fields={receiptFields}
      initial={receipt}
      submitLabel="Save Receipt"
      failed={texts}
      onSubmit={async (values, _key, save) => {
        await save(values, (body) => receipts.update(id, body));
        return 'Receipt updated successfully';
      }}
    />
  );
}
