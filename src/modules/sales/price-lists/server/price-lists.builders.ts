import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import type { WholePriceList } from '../price-lists.fields';

let count = 0;

/** A list that holds for all customers and for all time, with what a test says of it. */
export function priceListBody(values: object = {}): object {
  count += 1;
  return { name: `Prices ${count}`, valid_from: '2020-01-01', ...values };
}

export function makePriceList(caller: Caller, values: object = {}): Promise<WholePriceList> {
  return makeRecord<WholePriceList>(caller, '/price-lists', priceListBody(values));
}
