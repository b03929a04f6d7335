import { createHash } from 'node:crypto';
import type { Db } from '~/kit/server/database/db';
import type {
  ReportedAdvance,
  ReportedVoucher,
} from '~/modules/billing/advances/reported-advances.fields';
import {
  listReportedAdvances,
  listVouchers,
} from '~/modules/billing/advances/server/reported-advances.service';
import {
  type FiledDocument,
  reportedOf,
  reportedOfAdvance,
  reportedOfRefund,
} from '../filed-changes.rules';
import { daysOf } from '../months.rules';
import type { ReturnDocument } from '../reported-lines.rules';

/** A month's advances as its tables and its file for Tally take them. */
export interface MonthAdvances {
  advances: readonly ReportedAdvance[];
  vouchers: readonly ReportedVoucher[];
}

export async function advancesOf(db: Db, month: string): Promise<MonthAdvances> {
  const days = daysOf(month);
  return {
    advances: await listReportedAdvances(db, days),
    vouchers: await listVouchers(db, days),
  };
}

/** What a document tells now (docs/product/returns.md#filed). */
export function filedOf(document: ReturnDocument): FiledDocument {
  const { kind, id: document_id, number } = document;
  return { kind, document_id, number, digest: digestOf(reportedOf(document)) };
}

/** What a month's advances and refunds tell now, with what leads to them (docs/product/returns.md#filed). */
export function reportedByAdvances({ advances, vouchers }: MonthAdvances, month: string) {
  const receipts = advances.map((advance) => {
    const { id: document_id, status, date, voucher } = advance;
    const digest = digestOf(reportedOfAdvance(advance, month));
    const reported: FiledDocument = {
      kind: 'receipt_voucher',
      document_id,
      number: voucher.number,
      digest,
    };
    return { reported, status, id: document_id, isOfMonth: date.startsWith(month) };
  });
  const refunds = vouchers.flatMap(({ advance_id: id, refund_id, voucher, status }) => {
    if (refund_id === null) return [];
    const reported: FiledDocument = {
      kind: 'refund_voucher',
      document_id: refund_id,
      number: voucher.number,
      digest: digestOf(reportedOfRefund(voucher)),
    };
    return { reported, status, id, isOfMonth: true };
  });
  return [...receipts, ...refunds];
}

function digestOf(reported: string): string {
  return createHash('sha256').update(reported).digest('base64url');
}
