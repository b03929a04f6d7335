import { withRevaluedText } from '~/modules/catalogue/products/stock/revalued.fields';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { isRefusal } from '~/kit/ui/calls/api';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Bill } from '../bills.fields';
import { isBought } from '../bills.rules';
import { type Bills, receiveLabel, useMayReceive, useWholeBill } from './bills.client';

interface Props {
  bills: Bills;
  bill: Bill | null;
  onClose: () => void;
}

/** "Book": what differs is shown, and a person with the right books the bill all the same. */
export default function BookBill({ bills, bill, onClose }: Props) {
  return bill && <Opened key={bill.id} bills={bills} bill={bill} onClose={onClose} />;
}

function Opened({ bills, bill, onClose }: Props & { bill: Bill }) {
  const [differences, setDifferences] = useState<readonly string[]>([]);
  const { today } = useCompany();
  const mayApprove = useMay('bills.approve').ok;
  const accepts = differences.length > 0 && mayApprove;
  const [receive, setReceive] = useState(false);
  const { data } = useWholeBill(bill);
  const canReceive = useMayReceive() && (data?.items.some(isBought) ?? false);
  const book = async () => {
    const { id, updated_at } = bill;
    try {
      const body = { status: 'open', accept: accepts, receive, updated_at } as const;
      const booked = await bills.setStatus(id, body);
      return withRevaluedText('Bill booked successfully', booked, today);
    } catch (error) {
      if (isRefusal(error, 'bill.differs'))
        setDifferences(error.details.map(({ message }) => message));
      throw error;
    }
  };
  return (
    <ConfirmDialog
      opened
      title="Book Bill"
      subject={`${bill.voucher_number} · ${bill.vendor_name} · ${bill.bill_number}`}
      message={
        <>
          <p>{messageOf(differences.length > 0, mayApprove)}</p>
          {canReceive ? (
            <Checkbox
              label={receiveLabel}
              description="Lots of tracked products are numbered"
              checked={receive}
              onChange={(event) => setReceive(event.currentTarget.checked)}
            />
          ) : null}
        </>
      }
      confirmLabel={accepts ? 'Accept and Book' : 'Book'}
      failed={orNetworkError('Failed to book bill')}
      onConfirm={book}
      onClose={onClose}
    />
  );
}

function messageOf(differs: boolean, mayApprove: boolean): string {
  if (!differs)
    return 'The bill is compared with its order and receipts. After booking, its lines can no longer change.';
  return mayApprove
    ? 'The bill differs. You can accept that and book it: the list is kept with the bill.'
    : 'The bill differs. Correct it, or ask a person who may approve bills.';
}
