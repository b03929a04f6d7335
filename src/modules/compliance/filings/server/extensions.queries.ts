import { filed } from '~/modules/sales/papers/server/filed.service';
import { printedRegistration } from '../filings.rules';
import { hasIrn } from './filings.queries';
import { findRecord } from './signatures.internal';

export function provideFilings(): void {
  filed.provide({
    findRegistration: async (db, document) => {
      const record = await findRecord(db, document);
      return record?.cancelled_at === null ? printedRegistration(record) : null;
    },
    hasIrn,
  });
}
