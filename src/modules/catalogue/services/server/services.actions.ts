import type { Context } from '~/kit/server/database/context';
import { countDependents, listDependents } from '~/kit/server/database/dependents';
import { lockRecord } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { enforce } from '~/kit/server/errors';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import { requireTaxClass } from '~/modules/catalogue/tax/server/tax-classes.service';
import {
  refuseFinePrices,
  type SentPrice,
} from '~/modules/organization/company/server/prices.service';
import { type Service, serviceFields, type ServicePatch } from '../services.fields';
import { canDelete } from '../services.rules';
import { services } from './services.queries';

/** Missing values take the defaults (docs/product/services.md#defaults); without a price, a quote is required. */
export async function createService(context: Context, values: ServicePatch): Promise<Service> {
  return context.write(async (write, trx) => {
    await checkValues(trx, values);
    return insertRecord(write, services, values);
  });
}

export async function updateService(
  context: Context,
  id: number,
  patch: ServicePatch & { updated_at?: string },
): Promise<Service> {
  const { updated_at: seen, ...values } = patch;
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, services, id, seen);
    await requireTaxClass(trx, values);
    if (values.price !== row.price) await refuseFinePrices(trx, [priceOf(values)]);
    return updateRecord(write, services, { row, values });
  });
}

/** 400 for an unknown tax class, and for a price finer than the setting. */
export async function checkValues(trx: Transaction, values: ServicePatch): Promise<void> {
  await requireTaxClass(trx, values);
  await refuseFinePrices(trx, [priceOf(values)]);
}

function priceOf({ price }: ServicePatch): SentPrice {
  return { field: 'price', label: serviceFields.price.label, price };
}

/** Locked before it is counted: a concurrent order waits, and then finds the service gone. */
export async function deleteService(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, services, id);
    const service = { table: services.name, id };
    const verdict = canDelete(await countDependents(trx, service));
    if (!verdict.ok) enforce(verdict, await listDependents(write, service));
    await deleteRecord(write, services, { row });
    return { id };
  });
}
