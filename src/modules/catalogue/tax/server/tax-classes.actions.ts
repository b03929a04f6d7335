import type { Context } from '~/kit/server/database/context';
import { countDependents, listDependents } from '~/kit/server/database/dependents';
import { getRecord, type Locked, lockRecord } from '~/kit/server/database/entity';
import { refuseNamesake, type UniqueText } from '~/kit/server/database/namesakes';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import { enforce, invalid } from '~/kit/server/errors';
import type { NewTaxClass, TaxClass, TaxClassPatch } from '../tax-classes.fields';
import { canDeleteTaxClass, ratesProblem, sortedRates } from '../tax-classes.rules';
import { taxClasses } from './tax-classes.queries';

export async function getTaxClass(context: Pick<Context, 'db'>, id: number): Promise<TaxClass> {
  // The select of tax classes also reads the rates, which are not a field.
  return (await getRecord(context.db, taxClasses, id)) as TaxClass;
}

const uniqueTaxClass: UniqueText = {
  table: 'tax_classes',
  column: 'name',
  type: 'tax_class',
  code: 'tax_class.name_taken',
  message: (name) => `There is already a tax class named "${name}"`,
};

export async function createTaxClass(context: Context, values: NewTaxClass): Promise<TaxClass> {
  const { name, treatment = 'taxable', rates = [] } = values;
  const stored = storedRates({ treatment, rates });
  return context.write(async (write, trx) => {
    await refuseNamesake(trx, uniqueTaxClass, name);
    const taxClass = { name, treatment, rates: stored };
    return (await insertRecord(write, taxClasses, taxClass)) as Locked<TaxClass>;
  });
}

/** Changes a class; issued documents keep the rate that they were issued with. */
export async function updateTaxClass(
  context: Context,
  id: number,
  patch: TaxClassPatch,
): Promise<TaxClass> {
  const { updated_at: seen, name, treatment, rates } = patch;
  return context.write(async (write, trx) => {
    const row = (await lockRecord(trx, taxClasses, id, seen)) as Locked<TaxClass>;
    if (name !== undefined) await refuseNamesake(trx, uniqueTaxClass, name, id);
    const becomes = { treatment: treatment ?? row.treatment, rates: rates ?? row.rates };
    const stored = storedRates(becomes);
    const isSame = stored === storedRates(row);
    const values = { name, treatment, rates: isSame ? undefined : stored };
    return (await updateRecord(write, taxClasses, { row, values })) as Locked<TaxClass>;
  });
}

/** Locked before it is counted: a product that is to get it in the meantime waits, and finds it gone. */
export async function deleteTaxClass(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, taxClasses, id);
    const taxClass = { table: taxClasses.name, id };
    const verdict = canDeleteTaxClass(row, await countDependents(trx, taxClass));
    if (!verdict.ok) enforce(verdict, await listDependents(write, taxClass));
    await deleteRecord(write, taxClasses, { row });
    return { id };
  });
}

/** As JSON: the driver would write a list as an array of the database. */
function storedRates(taxed: Pick<TaxClass, 'treatment' | 'rates'>): string {
  const problem = ratesProblem(taxed);
  if (problem !== null) throw invalid('rates', problem);
  const rates = sortedRates(taxed.rates);
  return JSON.stringify(rates.map(({ rate, valid_from }) => ({ rate, valid_from })));
}
