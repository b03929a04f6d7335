import { filed } from '~/modules/invoices/server/filed.service';
import { canCancelFiled, printedRegistration } from '../filings.rules';
import { findActiveIrn, findEInvoice } from './filings.queries';

export function provideFilings(): void {
  filed.provide({
    findRegistration: async (db, document) => {
      const record = await findEInvoice(db, document);
      return record?.cancelled_at === null ? printedRegistration(record) : null;
    },
    canCancel: async (trx, document) =>
      canCancelFiled(document.kind, await findActiveIrn(trx, document)),
  });
}
