import { type Context, createdBy, type Write } from '~/kit/server/database/context';
import { deleteRecord, insertWhole, updateWhole } from '~/kit/server/database/write';
import { type Detail, enforce, invalid, notFound, refuseInvalid } from '~/kit/server/errors';
import { type PdfFile, pdfOf } from '~/kit/server/files/pdf';
import { picked } from '~/kit/shared/fields/picked';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { companyToday } from '~/modules/organization/company/server/settings.service';
import { may, mayHere } from '~/modules/organization/users/rights.rules';
import {
  jobWorkers,
  requireLocation,
} from '~/modules/catalogue/products/locations/server/locations.service';
import { isSameLots } from '~/modules/catalogue/products/lots/lots.rules';
import { withLots } from '~/modules/catalogue/products/stock/server/lines.service';
import { refuseFiner } from '~/modules/catalogue/products/stock/server/stock.service';
import type { NewTransfer, SentItem, StatusChange, TransferPatch } from '../requests.schema';
import {
  type Transfer,
  transferHeader,
  type TransferItem,
  type TransferWithItems,
} from '../transfers.fields';
import { transferPrintDocument } from '../transfers.print';
import { canDelete, canEdit, canTakeStatus } from '../transfers.rules';
import { momentOfTransfer, moveGoods, takeGoodsBack } from './moving.internal';
import {
  findPrinted,
  getTransfer,
  holdProducts,
  lockTransfer,
  type NewItem,
  openTransfer,
  transferLines,
  transfers,
} from './transfers.queries';

/** Makes a transfer: a draft, or done at once, for which one needs the right to update too. */
export async function createTransfer(
  context: Context,
  sent: NewTransfer,
): Promise<TransferWithItems> {
  if (sent.status === 'done') enforce(mayHere(context.person, 'stock.update'));
  return context.write((write) => addTransfer(write, sent));
}

export async function addTransfer(write: Write, sent: NewTransfer): Promise<TransferWithItems> {
  const { trx, context } = write;
  const transfer_date = sent.transfer_date ?? (await companyToday(write));
  await checkRoute(write, { ...sent, transfer_date });
  const items = await chosenItems(write, sent.items, []);
  const values = {
    ...picked(sent, transferHeader),
    transfer_date,
    item_count: items.length,
    ...createdBy(context),
  };
  const lines = transferLines.insert(items);
  const { record } = await insertWhole<typeof transfers.fields, never>(
    write,
    transfers,
    values,
    lines,
  );
  if (sent.status === 'done')
    await moveGoods(write, await lockTransfer(write, record.id), sent.before_count);
  return getTransfer(trx, record.id);
}

/** Changes a draft, or notes and transport of a transfer that is done (docs/product/transfers.md#what-may-change). */
export async function updateTransfer(
  context: Context,
  id: number,
  { updated_at: seen, ...patch }: TransferPatch,
): Promise<TransferWithItems> {
  return context.write(async (write, trx) => {
    const transfer = await openTransfer(write, id, seen);
    const changed = transferHeader.filter(
      (name) => patch[name] !== undefined && patch[name] !== transfer[name],
    );
    const sent = patch.items && isOtherThan(patch.items, transfer.items) ? patch.items : null;
    enforce(canEdit(transfer, sent ? ['items', ...changed] : changed));
    const header = picked(patch, changed);
    if (transfer.status === 'draft') {
      const { from_id = transfer.from_id, to_id = transfer.to_id } = header;
      const { transfer_date = transfer.transfer_date } = header;
      await checkRoute(write, { from_id, to_id, transfer_date });
    }
    const items = sent ? await chosenItems(write, sent, transfer.items) : null;
    await updateWhole<typeof transfers.fields, never>(
      write,
      transfers,
      { row: transfer, values: items ? { ...header, item_count: items.length } : header },
      items
        ? {
            parts: transferLines.replace(items),
            before: { items: transfer.items.map(shortItem) },
            after: { items: items.map(shortItem) },
          }
        : undefined,
    );
    return getTransfer(trx, id);
  });
}

interface Moving {
  status: Transfer['status'];
  seen?: string | undefined;
  beforeCount?: NewTransfer['before_count'];
}

/** Moves the goods of a draft, or takes back those of a transfer that is done (docs/product/transfers.md#status). */
export async function setTransferStatus(
  context: Context,
  id: number,
  { updated_at: seen, before_count: beforeCount, status }: StatusChange,
): Promise<TransferWithItems> {
  return context.write((write) => moveTransfer(write, id, { status, seen, beforeCount }));
}

export async function moveTransfer(
  write: Write,
  id: number,
  { status, seen, beforeCount }: Moving,
): Promise<TransferWithItems> {
  const transfer = await openTransfer(write, id, seen);
  enforce(canTakeStatus(transfer, status));
  if (status === transfer.status) return transfer;
  await (status === 'done' ? moveGoods : takeGoodsBack)(write, transfer, beforeCount);
  return getTransfer(write.trx, id);
}

export async function deleteTransfer(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write) => {
    const transfer = await openTransfer(write, id);
    enforce(canDelete(transfer));
    const { items: _items, ...row } = transfer;
    await deleteRecord(write, transfers, { row });
    return { id };
  });
}

/** The transfer note, or the challan to a job worker, as a PDF file (docs/product/transfers.md#document). */
export async function transferPdf({ db }: Pick<Context, 'db'>, id: number): Promise<PdfFile> {
  const [printed, company] = await Promise.all([findPrinted(db, id), billingIdentity(db)]);
  if (!printed) throw notFound(transfers.noun);
  const { vendor_id, ...rest } = printed;
  const { challan_number, transfer_number } = rest.transfer;
  const worker = vendor_id === null ? null : await jobWorkers.get().print(db, vendor_id);
  const document = transferPrintDocument({ ...rest, worker, company });
  return pdfOf(challan_number ?? transfer_number, document);
}

type Route = Pick<Transfer, 'from_id' | 'to_id' | 'transfer_date'>;

async function checkRoute(write: Write, { from_id, to_id, transfer_date }: Route): Promise<void> {
  if (from_id === to_id) throw invalid('to_id', 'Choose two different locations');
  await requireLocation(write.trx, from_id, 'from_id');
  await requireLocation(write.trx, to_id, 'to_id');
  await momentOfTransfer(write, transfer_date);
}

/** The lines to store: 400 for a product that does not exist, and for an inactive one that is new on the transfer. */
async function chosenItems(
  write: Write,
  sent: readonly SentItem[],
  before: readonly TransferItem[],
): Promise<NewItem[]> {
  const { trx, context } = write;
  const ids = [...new Set(sent.map(({ product_id }) => product_id))];
  const isRead = may(context.person, 'products.read').ok;
  const found = isRead ? await holdProducts(trx, ids) : [];
  const products = new Map(found.map((product) => [product.id, product]));
  const former = new Set(before.map(({ product_id }) => product_id));
  const details: (Detail & { field: string })[] = [];
  const items = sent.map(({ product_id, quantity }, index): NewItem => {
    const product = products.get(product_id);
    const field = `items.${index}.product_id`;
    if (!product) details.push({ field, message: `Item ${index + 1}: Product not found` });
    else if (!product.is_active && !former.has(product_id)) {
      const { id, product_name: label } = product;
      const message = `Item ${index + 1}: "${label}" is inactive and cannot be transferred`;
      details.push({ field, message, record: { type: 'product', id, label } });
    }
    const { product_name: description = '', unit_of_measure: unit = null } = product ?? {};
    return { product_id, description, quantity, unit, lots: null };
  });
  refuseInvalid(details);
  await refuseFiner(trx, items);
  return withLots(
    write,
    items,
    sent.map(({ lots }) => lots),
  );
}

function isOtherThan(sent: readonly SentItem[], stored: readonly TransferItem[]): boolean {
  return (
    sent.length !== stored.length ||
    sent.some(({ product_id, quantity, lots }, index) => {
      const own = stored[index];
      const isSame = product_id === own?.product_id && quantity === own.quantity;
      return !isSame || (lots !== undefined && !isSameLots(lots, own.lots));
    })
  );
}

function shortItem({ description, quantity, unit }: NewItem | TransferItem) {
  return { description, quantity, unit };
}
