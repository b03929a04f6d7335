import { anonymous } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { addDays, type Day, daysBetween, dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { NewAdvance } from '../requests.schema';
import { addAdvance, addRefund } from './advances.actions';
import { listSampleSources, type SampleOrder, type SampleSources } from './advances.queries';

interface Sample {
  day: Day;
  values: NewAdvance;
  /** Given back after so many days. */
  refundedAfter?: number;
}

/** Which of the shipped orders, of a hundred, were paid in part before they were made. */
const advanced = [9, 20, 31, 42, 52, 61, 69, 75, 80];
const msPerDay = 86_400_000;

/**
 * Sample receipt vouchers of a company by GST, before its invoices, which take them: two are open, and one was given back
 * (docs/product/running.md#sample-data-by-gst). Returns how many.
 */
export async function fillDemoAdvances(trx: Transaction, now: Date): Promise<number> {
  const { time_zone, tax_mode } = await getSettings(trx);
  if (tax_mode !== 'gst') return 0;
  const today = dayOf(now, time_zone);
  const at = (day: Day) => ({
    trx,
    context: {
      person: anonymous,
      now: new Date(now.getTime() - daysBetween(day, today) * msPerDay),
    },
  });
  const samples = samplesOf(await listSampleSources(trx), today);
  for (const { day, values, refundedAfter } of samples) {
    const { id } = await addAdvance(at(day), { ...values, advance_date: day });
    if (refundedAfter === undefined) continue;
    await addRefund(at(addDays(day, refundedAfter)), id, {
      payment_method: values.payment_method,
      notes: 'The trial was called off by the customer',
    });
  }
  return samples.length;
}

function samplesOf({ shipped, open, customers }: SampleSources, today: Day): Sample[] {
  const used = advanced.flatMap((share, index) => {
    const order = shipped[Math.floor((shipped.length * share) / 100)];
    return order ? [ofOrder(order, today, index)] : [];
  });
  const [unused] = open;
  const [first, second] = customers;
  const onAccount = (customer_id: number, amount: number, ago: number): Sample => ({
    day: addDays(today, -ago),
    values: {
      customer_id,
      supply: 'services',
      amount,
      payment_method: 'bank_transfer',
      notes: 'Towards installation and a trial run',
    },
  });
  return [
    ...used,
    ...(unused ? [ofOrder(unused, today, used.length)] : []),
    ...(first === undefined ? [] : [onAccount(first, 23_600, 17)]),
    ...(second === undefined ? [] : [{ ...onAccount(second, 11_800, 64), refundedAfter: 23 }]),
  ].toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** Three tenths of an order in whole hundreds, paid the day after it came. */
function ofOrder({ id, order_date, total_amount }: SampleOrder, today: Day, index: number): Sample {
  const next = addDays(order_date, 1);
  return {
    day: next < today ? next : today,
    values: {
      order_id: id,
      amount: Math.floor((total_amount * 0.3) / 100) * 100,
      payment_method: index % 3 === 1 ? 'check' : 'bank_transfer',
      reference_number: `${index % 3 === 1 ? 'CHQ' : 'UTR'} ${71_300 + index * 419}`,
    },
  };
}
