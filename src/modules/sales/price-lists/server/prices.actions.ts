import type { Context } from '~/kit/server/database/context';
import { type Day, dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { type ProductPrices, priceSteps } from '../price-lists.rules';
import { readsCustomer, selectOwnPrices, selectPricing } from './price-lists.queries';

interface PriceQuery {
  customer_id?: number | undefined;
  date?: Day | undefined;
  product_id: readonly number[];
}

/** The prices of products for a customer on a day; of a customer whom the person may not read, those for all customers. */
export async function pricesFor(
  context: Context,
  { customer_id: customerId, date, product_id: productIds }: PriceQuery,
): Promise<ProductPrices[]> {
  const { db, person } = context;
  const isRead = customerId !== undefined && (await readsCustomer(db, customerId, person));
  const buying = {
    customer_id: isRead ? customerId : null,
    date: date ?? dayOf(context.now, (await getSettings(db)).time_zone),
  };
  const { customer_id, date: day } = buying;
  const lists = await selectPricing(db, { customer_id, days: [day], productIds });
  return (await selectOwnPrices(db, productIds)).map(({ id, unit_price }) => ({
    product_id: id,
    unit_price,
    steps: priceSteps(lists, { ...buying, product_id: id }),
  }));
}
