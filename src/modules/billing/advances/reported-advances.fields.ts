import type { Voucher } from './advances.fields';

/** An advance as returns read it, with all that was adjusted or given back, in the order in which it was. */
export interface ReportedAdvance {
  id: number;
  date: string;
  status: string;
  /** In rupees. */
  amount: number;
  voucher: Voucher;
  events: { date: string; amount: number }[];
}

/** A voucher of a month. */
export interface ReportedVoucher {
  advance_id: number;
  /** Null for a receipt. */
  refund_id: number | null;
  status: string;
  voucher: Voucher;
}
