import { filed } from '~/modules/invoices/server/filed.service';
import { canCancelInvoice } from '../filings.rules';
import { findActiveIrn } from './filings.queries';

export function provideFilings(): void {
  filed.provide({
    canCancel: async (trx, invoice) => canCancelInvoice(await findActiveIrn(trx, invoice)),
  });
}
