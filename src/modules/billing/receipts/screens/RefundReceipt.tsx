import { useMemo } from 'react';
import { RefundForm } from '~/modules/billing/advances/screens/RefundForm';
import type { Receipt } from '../receipts.fields';
import type { Receipts } from './receipts.client';

interface Props {
  receipts: Receipts;
  /** Closed while null. */
  receipt: Receipt | null;
  onClose: () => void;
}

/** "Refund": gives the rest of a receipt back (docs/product/receipts.md#refund). */
export default function RefundReceipt({ receipts, receipt, onClose }: Props) {
  const of = useMemo(
    () => receipt && { ...receipt, number: receipt.receipt_number, remaining: receipt.unallocated },
    [receipt],
  );
  return <RefundForm noun="Receipt" of={of} onRefund={receipts.refund} onClose={onClose} />;
}
