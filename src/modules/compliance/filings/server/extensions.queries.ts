import { filed } from '~/modules/sales/papers/server/filed.service';
import { canCancelFiled, printedRegistration } from '../filings.rules';
import { findActiveIrn } from './filings.queries';
import { findRecord } from './signatures.internal';

export function provideFilings(): void {
  filed.provide({
    findRegistration: async (db, document) => {
      const record = await findRecord(db, document);
      return record?.cancelled_at === null ? printedRegistration(record) : null;
    },
    canCancel: async (trx, document) =>
      canCancelFiled(document.kind, await findActiveIrn(trx, document)),
  });
}
