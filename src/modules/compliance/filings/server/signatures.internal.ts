import type { KeyObject } from 'node:crypto';
import type { Db } from '~/kit/server/database/db';
import { AppError } from '~/kit/server/errors';
import {
  isSignedBy,
  readPortalKeys,
} from '~/modules/organization/company/server/portal-keys.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { FiledDocument } from '~/modules/sales/papers/server/filed.service';
import type { EInvoiceRecord } from '../filings.fields';
import type { SignedResponse } from '../signed-responses.rules';
import { findEInvoice } from './filings.queries';

/**
 * The IRN of a document, with whether the certificates that the settings have now verify its signature
 * (docs/product/filings.md#signature); null without one.
 */
export async function findRecord(db: Db, document: FiledDocument): Promise<EInvoiceRecord | null> {
  const record = await findEInvoice(db, document);
  if (!record) return null;
  return { ...record, signature_verified: isSignedBy(await portalKeys(db), record.signed_qr) };
}

/** 400 for an answer that no certificate of the settings verifies; without certificates any passes. */
export async function enforceSigned(db: Db, response: SignedResponse): Promise<void> {
  const keys = await portalKeys(db);
  const { signed_qr, signed_invoice } = response;
  const tokens = [signed_qr, ...(signed_invoice === null ? [] : [signed_invoice])];
  if (keys.length === 0 || tokens.every((token) => isSignedBy(keys, token))) return;
  throw new AppError(
    'e_invoice.not_signed',
    'This response is not signed by the portal. Download it again, or add the current certificate of the portal under Billing, "Tax".',
  );
}

async function portalKeys(db: Db): Promise<KeyObject[]> {
  const { e_invoice_certificates: pem } = await getSettings(db);
  const reading = pem === null ? null : readPortalKeys(pem);
  return reading?.ok ? reading.keys : [];
}
