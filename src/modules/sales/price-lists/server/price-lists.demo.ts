import { anonymous } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { insertWhole } from '~/kit/server/database/write';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { priceLists, writeParts, findSamples } from './price-lists.queries';

interface Sample {
  name: string;
  ofCustomer: boolean;
  /** In days from today; the last day is null where there is none. */
  days: [from: number, until: number | null];
  notes: string;
  /** By SKU: from which quantity, and how many percent below the selling price. */
  breaks: Readonly<Record<string, readonly [from: number, below: number][]>>;
  /** In percent, of the role Sales. */
  limit: number | null;
}

const company = 'Chambal Textile Machines';

const samples: readonly Sample[] = [
  {
    name: 'Standard prices of this year',
    ofCustomer: false,
    days: [-120, null],
    notes: 'Quantity prices for customers without a separate list.',
    breaks: {
      'SEN-PX12P': [[50, 6]],
      'SEN-TCK15': [
        [25, 4],
        [100, 9],
      ],
      'MAC-CR500': [
        [50, 5],
        [200, 11],
      ],
      'MAC-UCP205': [[40, 7]],
      'TOO-CN1204': [
        [100, 8],
        [500, 14],
      ],
    },
    limit: 10,
  },
  {
    name: `${company}, frame contract`,
    ofCustomer: true,
    days: [-45, 25],
    notes: 'Agreed for the second loom hall; to be renewed before it ends.',
    breaks: {
      'MAC-GM075': [
        [1, 5],
        [10, 9],
        [25, 12.5],
      ],
      'MAC-VSD15': [
        [1, 4],
        [10, 8],
      ],
      'SEN-EN1024': [
        [1, 6],
        [20, 11],
      ],
      'MAC-HTD5': [[1, 10]],
    },
    limit: 5,
  },
  {
    name: 'Monsoon offer, pumps',
    ofCustomer: false,
    days: [-160, -70],
    notes: 'Ended. Kept to look up what was offered.',
    breaks: { 'MAC-CP1': [[1, 8]], 'MAC-GP20': [[1, 6]] },
    limit: null,
  },
];

/** Sample lists of prices a little below the selling prices; returns how many. */
export async function fillDemoPriceLists(trx: Transaction, now: Date): Promise<number> {
  const { time_zone } = await getSettings(trx);
  const today = dayOf(now, time_zone);
  const skus = samples.flatMap(({ breaks }) => Object.keys(breaks));
  const found = await findSamples(trx, { company, skus });
  for (const { name, ofCustomer, days, notes, breaks, limit } of samples) {
    const [from, until] = days;
    const items = found.products.flatMap(({ id, unit_price, ...product }) =>
      (breaks[product.sku_code] ?? []).map(([from_quantity, below]) => ({
        product_id: id,
        ...product,
        from_quantity,
        unit_price: Math.round(unit_price * (100 - below)) / 100,
      })),
    );
    const { role } = found;
    const discount_limits =
      role && limit !== null ? [{ role_id: role.id, role_name: role.name, percent: limit }] : [];
    await insertWhole(
      { trx, context: { person: anonymous, now } },
      priceLists,
      {
        name,
        customer_id: ofCustomer ? found.customer : null,
        valid_from: addDays(today, from),
        valid_until: until === null ? null : addDays(today, until),
        notes: `${notes} (Invented sample record.)`,
      },
      writeParts({ items, discount_limits }),
    );
  }
  return samples.length;
}
