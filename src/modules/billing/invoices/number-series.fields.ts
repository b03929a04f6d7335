export const numberedSeries = [
  'invoice',
  'order',
  'delivery',
  'credit_note',
  'debit_note',
  'receipt_voucher',
  'refund_voucher',
  'receipt',
] as const;

/** The numbers of one series in one financial year, as `GET /invoices/number-series` answers them. */
export interface NumberSeries {
  series: (typeof numberedSeries)[number];
  financial_year: string;
  first: number;
  last: number;
  count: number;
  /** Unused numbers up to the last one; the number reserved for a draft that is being mailed is not a gap. */
  gaps: number;
  cancelled: string[];
}
