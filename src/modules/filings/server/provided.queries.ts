import { filed } from '~/modules/invoices/server/filed.service';
import { canCancelInvoice, printedRegistration } from '../filings.rules';
import { findActiveIrn, findEInvoice } from './filings.queries';

export function provideFilings(): void {
  filed.provide({
    findRegistration: async (db, invoice) => {
      const record = await findEInvoice(db, invoice);
      return record?.cancelled_at === null ? printedRegistration(record) : null;
    },
    canCancel: async (trx, invoice) => canCancelInvoice(await findActiveIrn(trx, invoice)),
  });
}
