import type { Context, Write } from '~/kit/server/database/context';
import { AppError, enforce, invalid } from '~/kit/server/errors';
import type { ErrorCode } from '~/kit/shared/error-codes';
import { isWhole } from '~/modules/sales/documents/findings/damaged-documents.rules';
import type { RawFinding } from '~/modules/sales/documents/findings/findings.rules';
import { checkResult, eInvoiceFindings } from '~/modules/sales/documents/findings/preflight.rules';
import type {
  GoodsDocument,
  TaxDocument,
} from '~/modules/sales/documents/print/tax-documents.fields';
import type { FiledDocument } from '~/modules/sales/papers/server/filed.service';
import {
  customerPath,
  fixesOf,
  preflightBasis,
} from '~/modules/sales/papers/server/checking.service';
import { type EInvoice, eInvoiceOf } from '../e-invoice.rules';
import {
  eWayBillFindings,
  type EWayBillFile,
  eWayBillOf,
  jobWorkFindings,
} from '../e-way-bill.rules';
import type { Cancellation, EInvoiceRecord, Filings } from '../filings.fields';
import { canCancelIrn } from '../filings.rules';
import { differences, readResponses, type SignedResponse } from '../signed-responses.rules';
import type { Transport } from '../transport.fields';
import { type Filed, filedPaths, openFiled, readFiled } from './filed-documents.actions';
import {
  findEInvoice,
  findTransport,
  insertEInvoice,
  markCancelled,
  saveTransport,
} from './filings.queries';
import { readJobWork } from './job-work.internal';
import { enforceSigned, findRecord } from './signatures.internal';
import { readChallan } from '~/modules/sales/deliveries/server/deliveries.service';

type Reader = Pick<Context, 'db' | 'now' | 'person'>;

/** What the portals know of a document: its IRN, and how the goods of an invoice travel. 404. */
export async function getFilings(context: Reader, filed: FiledDocument): Promise<Filings> {
  await readFiled(context, filed);
  const { db } = context;
  return {
    e_invoice: await findRecord(db, filed),
    transport: filed.kind === 'invoice' ? await findTransport(db, filed.id) : null,
  };
}

/**
 * The files of documents for the e-invoice portal (docs/product/filings.md#e-invoice). 404 for one that the person may
 * not read, 409 with what the portal would refuse in any of them.
 */
export async function eInvoicesOf(
  context: Reader,
  documents: readonly FiledDocument[],
): Promise<EInvoice[]> {
  const basis = await preflightBasis(context.db, context.now);
  const files: EInvoice[] = [];
  const wrong: Refused[] = [];
  for (const each of documents) {
    const filed = await readFiled(context, each);
    const registration = await findEInvoice(context.db, each);
    const errors = isWhole(filed.document)
      ? [
          ...(registration ? [registered(registration)] : []),
          ...eInvoiceFindings(filed.document, basis).filter(isError),
        ]
      : [damaged];
    if (errors.length === 0) files.push(eInvoiceOf(filed.document));
    else wrong.push(refusedOf(filed, errors));
  }
  if (wrong.length > 0) throw refusal('e_invoice.refused', 'The e-invoice portal', wrong);
  return files;
}

const damaged: RawFinding = {
  severity: 'error',
  field: 'document',
  message: 'Its stored document is damaged',
  fixIn: 'document',
};

/** The portal takes a document number once, also after its IRN was cancelled. */
function registered({ irn }: Pick<EInvoiceRecord, 'irn'>): RawFinding {
  return {
    severity: 'error',
    field: 'document',
    message: `It already has the IRN ${irn}`,
    fixIn: 'document',
  };
}

interface Refused {
  document: GoodsDocument;
  /** The path of the other party's screen. */
  party: string;
  errors: readonly RawFinding[];
}

function refusedOf(
  { document, customer_id }: Pick<Filed, 'document' | 'customer_id'>,
  errors: readonly RawFinding[],
): Refused {
  return { document, party: customerPath(customer_id), errors };
}

export function isError({ severity }: RawFinding): boolean {
  return severity === 'error';
}

const refusedPaths = {
  ...filedPaths,
  delivery: '/deliveries',
  transfer: '/transfers',
  quotation: '/quotations',
  purchase_order: '/purchase-orders',
} as const;

/** 409 naming what a portal would refuse in each document. */
export function refusal(code: ErrorCode, portal: string, all: readonly Refused[]): AppError {
  const details = all.flatMap(({ document, party, errors }) => {
    const { kind: type, id, number: label } = document;
    const path = `${refusedPaths[type]}?view=${id}`;
    const { findings } = checkResult(errors, fixesOf({ document: path, party }));
    const record = { type, id, label };
    return findings.map(({ field, message, fix }) => ({ field, message, fix, record }));
  });
  const numbers = all.map(({ document }) => document.number).slice(0, 5);
  const message = `${portal} would refuse ${numbers.join(', ')}: ${details[0]?.message ?? ''}`;
  return new AppError(code, message, { details });
}

const neverTaken: ReadonlySet<string> = new Set(['status', 'tax_mode', 'supply_type']);

/**
 * Keeps the signed answer of the portal with its document, once (docs/product/filings.md#signed-answer). 400 for what is
 * none, or one of another document; 409 for a second IRN.
 */
export async function storeResponse(
  context: Context,
  filed: FiledDocument,
  response: unknown,
): Promise<EInvoiceRecord> {
  return context.write(async (write, trx) => {
    const opened = await openFiled(write, filed);
    const { document } = opened;
    const signed = signedOf(document, response);
    const stored = await findRecord(trx, filed);
    if (stored?.irn === signed.irn) return stored;
    if (stored) {
      const message = `${document.number} already has the IRN ${stored.irn}`;
      throw new AppError('e_invoice.exists', message);
    }
    await enforceSigned(trx, signed);
    const errors = eInvoiceFindings(document, await preflightBasis(trx, context.now)).filter(
      (each) => isError(each) && neverTaken.has(each.field),
    );
    if (errors.length > 0)
      throw refusal('e_invoice.refused', 'The e-invoice portal', [refusedOf(opened, errors)]);
    const { now } = context;
    await insertEInvoice(trx, { document: filed, signed, response: JSON.stringify(response), now });
    return requireRecord(write, filed);
  });
}

/** Of many answers, that of this document; of a single one it is said in what it differs. */
function signedOf(document: TaxDocument, body: unknown): SignedResponse {
  const reading = readResponses(body);
  if (!reading.ok) throw new AppError('e_invoice.unreadable', reading.wrong);
  const compared = reading.responses.map((signed) => ({
    signed,
    details: differences(document, signed),
  }));
  const own = compared.find(({ details }) => details.length === 0);
  if (own) return own.signed;
  const [first] = compared;
  const message =
    compared.length === 1
      ? `This signed response belongs to another document: ${first?.details[0]?.message ?? ''}`
      : `None of these ${compared.length} signed responses belongs to ${document.number}`;
  throw new AppError('e_invoice.foreign', message, {
    details: compared.length === 1 ? (first?.details ?? []) : [],
  });
}

async function requireRecord(
  { trx }: Pick<Write, 'trx'>,
  filed: FiledDocument,
): Promise<EInvoiceRecord> {
  const record = await findRecord(trx, filed);
  if (!record) throw new Error(`The IRN of ${filed.kind} ${filed.id} cannot be read back`);
  return record;
}

/** Records that an IRN was cancelled on the portal (docs/product/filings.md#cancelling-an-irn). */
export async function cancelIrn(
  context: Context,
  filed: FiledDocument,
  { reason, cancelled_at }: Cancellation,
): Promise<EInvoiceRecord> {
  return context.write(async (write, trx) => {
    await openFiled(write, filed);
    const at = cancelled_at === undefined ? context.now : new Date(cancelled_at);
    const record = await findRecord(trx, filed);
    if (at > context.now)
      throw invalid('cancelled_at', 'The cancellation time cannot be in the future');
    if (record && at.toISOString() < record.ack_date) {
      throw invalid('cancelled_at', 'The IRN was not acknowledged yet at that time');
    }
    enforce(canCancelIrn(record, at));
    await markCancelled(trx, { document: filed, at, reason });
    return requireRecord(write, filed);
  });
}

/** Keeps how the goods of an invoice travel and gives the file for the e-way bill portal; 409 with what it would refuse. */
export async function makeEWayBill(
  context: Context,
  id: number,
  transport: Transport,
): Promise<EWayBillFile> {
  return context.write(async (write, trx) => {
    const opened = await openFiled(write, { kind: 'invoice', id });
    const { document } = opened;
    const basis = await preflightBasis(trx, context.now);
    const errors = eWayBillFindings(document, transport, basis).filter(isError);
    if (errors.length > 0) {
      throw refusal('e_way_bill.refused', 'The e-way bill portal', [refusedOf(opened, errors)]);
    }
    await saveTransport(trx, { invoice: id, transport, now: context.now });
    return eWayBillOf(document, transport);
  });
}

/** The file for the e-way bill portal of goods that travel with a delivery challan; 409 with what it would refuse. */
export async function eWayBillOfDelivery(
  context: Pick<Context, 'db' | 'now' | 'person'>,
  id: number,
  { mode, distance_km }: Pick<Transport, 'mode' | 'distance_km'>,
): Promise<EWayBillFile> {
  const { delivery, challan } = await readChallan(context, id);
  const { goods: document } = challan;
  const { lr_number, vehicle_number, transporter_id, transporter_name } = delivery;
  const transport: Transport = {
    mode,
    distance_km,
    vehicle_number,
    transporter_id,
    transporter_name,
    is_over_dimensional: false,
    document_number: lr_number,
    document_date: lr_number === null ? null : delivery.delivery_date,
  };
  const basis = await preflightBasis(context.db, context.now);
  const errors = eWayBillFindings(document, transport, basis).filter(isError);
  if (errors.length > 0) {
    const party = customerPath(delivery.customer_id);
    throw refusal('e_way_bill.refused', 'The e-way bill portal', [{ document, party, errors }]);
  }
  return eWayBillOf(document, transport);
}

/** The file for the e-way bill portal of goods that went to a job worker; 409 with what it would refuse. */
export async function eWayBillOfTransfer(
  context: Pick<Context, 'db' | 'now'>,
  id: number,
  { mode, distance_km }: Pick<Transport, 'mode' | 'distance_km'>,
): Promise<EWayBillFile> {
  const { document, vendor_id, ...carrier } = await readJobWork(context.db, id);
  const transport: Transport = {
    ...carrier,
    mode,
    distance_km,
    is_over_dimensional: false,
    document_number: null,
    document_date: null,
  };
  const basis = await preflightBasis(context.db, context.now);
  const errors = jobWorkFindings(document, transport, basis).filter(isError);
  if (errors.length > 0)
    throw refusal('e_way_bill.refused', 'The e-way bill portal', [
      { document, party: `/vendors?view=${vendor_id}`, errors },
    ]);
  return eWayBillOf(document, transport);
}
