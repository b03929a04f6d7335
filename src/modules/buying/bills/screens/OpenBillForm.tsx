import { picked } from '~/kit/shared/fields/picked';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { type Bill, billFields, openNames } from '../bills.fields';
import type { Bills } from './bills.client';

const fields = picked(billFields, openNames);
const sections = [{ title: 'Bill', names: openNames }] as const;

interface Props {
  bills: Bills;
  bill: Bill | null;
  onClose: () => void;
}

/** What may change of a booked bill (docs/product/bills.md#what-may-change). */
export default function OpenBillForm({ bills, bill, onClose }: Props) {
  if (bill === null) return null;
  return (
    <FormDialog
      onClose={onClose}
      title={`Edit Bill ${bill.voucher_number}`}
      size="md"
      fields={fields}
      initial={bill}
      sections={sections}
      required={['due_date']}
      submitLabel="Save"
      failed={orNetworkError('Failed to update bill')}
      onSubmit={async (values, _key, save) => {
        await save(values, (change) => bills.update(bill.id, change));
        return 'Bill updated successfully';
      }}
    />
  );
}
