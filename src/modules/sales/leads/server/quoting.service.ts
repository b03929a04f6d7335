import { extensionPoint } from '~/kit/server/database/extension-point';
import type { Transaction } from '~/kit/server/database/transaction';

interface Quoting {
  /** The state code that the newest quotation of a lead names as place of supply, other than the company's; else null. */
  stateOf: (trx: Transaction, lead: number) => Promise<string | null>;
}

/** What quotations say of their leads, provided by the quotations module. */
export const quoting = extensionPoint<Quoting>('leads.quoting');
