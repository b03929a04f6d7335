import type { Write } from '~/kit/server/database/context';
import type { Locked } from '~/kit/server/database/entity';
import { updateRecord } from '~/kit/server/database/write';
import { sumOfQuantities } from '~/kit/shared/money/quantities';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { takeLegalNumber } from '~/modules/organization/company/server/number-series.service';
import type { Location } from '~/modules/catalogue/products/locations/locations.fields';
import { requireLocation } from '~/modules/catalogue/products/locations/server/locations.service';
import { shareLots } from '~/modules/catalogue/products/lots/lots.rules';
import { numbersOf } from '~/modules/catalogue/products/lots/server/lots.service';
import type { StockPart } from '~/modules/catalogue/products/stock/positions.rules';
import { pickGoods } from '~/modules/catalogue/products/stock/server/lines.service';
import {
  lockStocks,
  momentOfDay,
  type MoveReason,
  moveStocks,
} from '~/modules/catalogue/products/stock/server/stock.service';
import { worthOf } from '~/modules/catalogue/products/stock/value.rules';
import type { TransferItem, TransferWithItems } from '../transfers.fields';
import { partsByProduct } from '../transfers.rules';
import { listMoved, transfers, writeMoved } from './transfers.queries';

type Stocks = Awaited<ReturnType<typeof lockStocks>>;
type Opened = Locked<TransferWithItems>;
type BeforeCount = MoveReason['beforeCount'];

/** The moment that a transfer counts for: the last one of a past day, null for now; 400 for a later day. */
export function momentOfTransfer(write: Write, day: string): Promise<string | null> {
  return momentOfDay(write, day, { isFirst: false, field: 'transfer_date' });
}

/**
 * Moves the goods of a draft (docs/product/transfers.md#moving): takes its numbers once the products are locked, as each series
 * stays locked until the transaction ends.
 */
export async function moveGoods(
  write: Write,
  transfer: Opened,
  beforeCount: BeforeCount,
): Promise<void> {
  const { trx } = write;
  const { id, transfer_date } = transfer;
  const at = await momentOfTransfer(write, transfer_date);
  const from = await requireLocation(trx, transfer.from_id, 'from_id');
  const to = await requireLocation(trx, transfer.to_id, 'to_id');
  const stocks = await lockStocks(trx, productsOf(transfer));
  const items = await withPicked(write, transfer, { stocks, from, at });
  const numbers = await takeNumbers(write, transfer_date, to);
  const parts = partsByProduct(items, { from: from.id, to: to.id, at });
  const moved = await moveStocks(
    write,
    { changes: changesOf(parts), stocks },
    {
      ...noteOf(id),
      reason: `Transfer ${numbers.transfer_number}`,
      beforeCount,
    },
  );
  const costs = new Map(moved.map((product) => [product.id, product.average_cost ?? 0]));
  await writeMoved(
    trx,
    items.map(({ id: line, lots, quantity, product_id }) => ({
      id: line,
      lots,
      value: worthOf(quantity, costs.get(product_id) ?? 0),
    })),
  );
  const values = { status: 'done', ...numbers };
  await updateRecord(write, transfers, { row: transfer, action: 'done', values });
}

/** The goods go back at the moment that they moved; the numbers stay. */
export async function takeGoodsBack(
  write: Write,
  transfer: Opened,
  beforeCount: BeforeCount,
): Promise<void> {
  const { trx } = write;
  const stocks = await lockStocks(trx, productsOf(transfer));
  const parts = new Map<number, StockPart[]>();
  for (const { product_id, ...part } of await listMoved(trx, transfer.id))
    parts.set(product_id, [
      ...(parts.get(product_id) ?? []),
      { ...part, quantity: -part.quantity },
    ]);
  await moveStocks(
    write,
    { changes: changesOf(parts), stocks },
    {
      ...noteOf(transfer.id),
      reason: `Cancelled transfer ${transfer.transfer_number}`,
      beforeCount,
    },
  );
  const values = { status: 'cancelled' };
  await updateRecord(write, transfers, { row: transfer, action: 'cancelled', values });
}

function productsOf({ items }: TransferWithItems): number[] {
  return items.map(({ product_id }) => product_id);
}

function changesOf(parts: ReadonlyMap<number, StockPart[]>) {
  return [...parts].map(([productId, own]) => ({
    productId,
    onHand: 0,
    reserved: 0,
    parts: own,
  }));
}

function noteOf(id: number) {
  return { type: 'transfer', source: { type: 'transfer', id } } as const;
}

/** The lines with their lots: those of tracked products that name none get them by picking. */
async function withPicked(
  write: Write,
  { items, transfer_date: day }: TransferWithItems,
  { stocks, from, at }: { stocks: Stocks; from: Location; at: string | null },
): Promise<TransferItem[]> {
  const tracked = stocks.filter(({ tracking }) => tracking !== 'none');
  const wishes = tracked.flatMap((stock) => {
    const own = items.filter(({ product_id }) => product_id === stock.id);
    const open = own.filter(({ lots }) => lots === null);
    const quantity = sumOfQuantities(open.map((item) => item.quantity));
    return quantity > 0 ? [{ stock, quantity, chosen: own.flatMap(({ lots }) => lots ?? []) }] : [];
  });
  const picked = await pickGoods(write, wishes, { location: from, day, at });
  const numbers = await numbersOf(
    write.trx,
    [...picked.values()].flat().flatMap(({ lot }) => lot ?? []),
  );
  const lots = [...picked].flatMap(([product_id, parts]) =>
    parts.flatMap(({ lot, quantity }) =>
      lot === null
        ? []
        : [{ product_id, lot_id: lot, lot_number: numbers.get(lot) ?? '', quantity: -quantity }],
    ),
  );
  const named = items.flatMap(({ product_id, lots: own }) =>
    (own ?? []).map((lot) => ({ ...lot, product_id })),
  );
  const shared = new Map(shareLots(items, [...named, ...lots]).map((line) => [line.id, line.lots]));
  const isTracked = new Set(tracked.map(({ id }) => id));
  return items.map((item) => ({
    ...item,
    lots: isTracked.has(item.product_id) ? (shared.get(item.id) ?? null) : null,
  }));
}

interface Numbers {
  transfer_number: string;
  number_year: string;
  number_sequence: number;
  challan_number?: string;
  challan_year?: string;
  challan_sequence?: number;
}

/** The next number of the series, and that of a challan where the goods go to a job worker. */
async function takeNumbers({ trx }: Write, day: string, { kind }: Location): Promise<Numbers> {
  const on = { day, settings: await getSettings(trx) };
  const { number, year, sequence } = await takeLegalNumber(trx, 'transfer', on);
  const own = { transfer_number: number, number_year: year, number_sequence: sequence };
  if (kind !== 'job_worker') return own;
  const challan = await takeLegalNumber(trx, 'job_challan', on);
  return {
    ...own,
    challan_number: challan.number,
    challan_year: challan.year,
    challan_sequence: challan.sequence,
  };
}
