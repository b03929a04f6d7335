import { anonymous, type Write } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { addDelivery, moveDelivery } from '~/modules/sales/deliveries/server/deliveries.service';
import { addOrder, changeOrder } from '~/modules/sales/orders/server/orders.service';
import type { NewReceipt } from '../requests.schema';
import { addReceipt } from './goods-receipts.actions';
import { findSampleTrade, listSampleTerms } from './goods-receipts.queries';
import { addReturn } from './returns.actions';

const msPerHour = 3_600_000;
const note = 'Invented sample record.';

type SampleTerms = Awaited<ReturnType<typeof listSampleTerms>>[number];
type SampleTerm = SampleTerms['terms'][number];

/** Six sample receipts of sample vendors, with their orders, and one return. Returns how many. */
export async function fillDemoReceipts(trx: Transaction, now: Date): Promise<number> {
  const at = (hours: number): Write => ({
    trx,
    context: {
      person: { ...anonymous, role: 'admin' },
      now: new Date(now.getTime() - hours * msPerHour),
    },
  });
  const [first, second, ...others] = await listSampleTerms(trx);
  if (!first || !second) return 0;
  const receive = async (
    hours: number,
    { vendor_id, terms }: SampleTerms,
    values: Partial<NewReceipt> = {},
  ) =>
    addReceipt(at(hours), {
      vendor_id,
      status: 'received',
      notes: note,
      items: terms.slice(0, 3).map(({ product_id, price }, index) => ({
        product_id,
        quantity: 20 + 10 * index,
        unit_price: price,
      })),
      ...values,
    });
  const [term, other] = first.terms;
  await sellLot(at);
  const created = [
    await receive(9, first, { vendor_challan: 'SH/1184', vehicle_number: 'MH14GT4471' }),
    await receive(7, second, { vendor_challan: 'PDB-0931' }),
    await receive(5, others[0] ?? first, { vehicle_number: 'GJ03BW2210' }),
    ...(term && other
      ? [
          await receive(3, first, {
            vendor_challan: 'SH/1201',
            items: partlyRejected(term, other),
          }),
        ]
      : []),
    await receive(1, second, { status: 'draft', vendor_challan: 'PDB-0940' }),
  ];
  const [received] = created;
  const line = received?.items[0];
  if (!received || !line) return created.length;
  await addReturn(at(2), received.id, {
    items: [{ line_id: line.id, quantity: 2 }],
    reason: 'Wrong switching distance',
    replace: true,
    notes: note,
  });
  return created.length + 2;
}

/** A lot that a vendor delivers and a customer gets, so that its trace has both ends. */
async function sellLot(at: (hours: number) => Write): Promise<void> {
  const { trx, context } = at(12);
  const found = await findSampleTrade(trx);
  if (!found) return;
  const { product_id, vendor_id, customer_id, cost_price, unit_price } = found;
  const today = dayOf(context.now, 'Asia/Kolkata');
  const lot_number = 'NG-26-0911';
  const days = { made_on: addDays(today, -80), expires_on: addDays(today, 1015) };
  await addReceipt(at(12), {
    vendor_id,
    status: 'received',
    vendor_challan: 'CSW/2291',
    notes: note,
    items: [
      {
        product_id,
        quantity: 40,
        unit_price: cost_price,
        lots: [{ lot_number, quantity: 40, vendor_lot: 'DS 60911 A', ...days }],
      },
    ],
  });
  const items = [{ product_id, quantity: 12, unit_price }];
  const order = await addOrder(at(11), { customer_id, items, notes: note });
  await changeOrder(at(11), order.id, { status: 'confirmed' });
  const lots = [{ lot_number, quantity: 12 }];
  const delivered = order.items.map(({ id: order_line_id }) => ({
    order_line_id,
    quantity: 12,
    lots,
  }));
  const { id } = await addDelivery(at(10), { order_id: order.id, items: delivered });
  await moveDelivery(at(10), id, { status: 'dispatched' });
}

function partlyRejected(term: SampleTerm, other: SampleTerm): NewReceipt['items'] {
  return [
    {
      product_id: term.product_id,
      quantity: 12,
      rejected_quantity: 2,
      reject_reason: 'Cable torn',
      unit_price: term.price,
    },
    { product_id: other.product_id, quantity: 8, unit_price: other.price },
  ];
}
