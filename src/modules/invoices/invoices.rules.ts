import type { Invoice } from './invoices.fields';

type Status = Invoice['status'];

/** An invoice in one of these waits for money as long as it has a balance (contract: Smaller rulings). */
export const outstandingStatuses: readonly Status[] = [
  'pending',
  'sent',
  'partially_paid',
  'overdue',
];

/** What nobody owes: not issued yet, or taken back. */
export const unowedStatuses: readonly Status[] = ['draft', 'cancelled'];
