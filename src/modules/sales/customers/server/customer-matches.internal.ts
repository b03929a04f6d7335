import type { FieldProblem } from '~/kit/shared/verdict';
import type { CheckedRow } from '~/modules/records/imports/rows.rules';
import { listKeys, type Match } from '~/modules/records/imports/server/import-writer.service';
import type { Run } from '~/modules/records/imports/server/imports.service';
import { newCustomerFields } from '../customers.fields';
import {
  findByKeys,
  type ExistingCustomer,
  type MatchField,
  matchKeys,
} from './customer-imports.queries';

/** The customer of each row: by its code, or by the field that the mapping has chosen (docs/product/customers.md#import-and-export). */
export async function customerMatches(
  run: Run,
  by: MatchField,
  rows: readonly CheckedRow[],
): Promise<Match<ExistingCustomer>[]> {
  const own = await keysBy(run, by, rows);
  const byName = new Map<string, ExistingCustomer[]>();
  for (const customer of await findBy(run, by, own)) {
    const same = byName.get(customer.key);
    if (same) same.push(customer);
    else byName.set(customer.key, [customer]);
  }
  if (by === codeField) {
    return own.map((key) => ({
      keys: key === '' ? [] : [key],
      existing: byName.get(key)?.[0] ?? null,
    }));
  }
  const codes = await keysBy(run, codeField, rows);
  const coded = new Map((await findBy(run, codeField, codes)).map(({ key, id }) => [key, id]));
  return rows.map(({ values }, at) => {
    const key = own[at] ?? '';
    const code = codes[at] ?? '';
    const several = byName.get(key) ?? [];
    const [customer = null] = several;
    const keys = [...(key === '' ? [] : [`${by} ${key}`]), ...(code === '' ? [] : [code])];
    const problem =
      (several.length > 1 ? severalHave(by) : null) ??
      (coded.has(code) && coded.get(code) !== customer?.id
        ? takenCode(String(values[codeField]))
        : null);
    return problem ? { keys, existing: null, problem } : { keys, existing: customer };
  });
}

const codeField = 'customer_code';

function keysBy({ session }: Run, by: MatchField, rows: readonly CheckedRow[]): Promise<string[]> {
  const texts = rows.map(({ values }) => String(values[by] ?? ''));
  return listKeys(session.trx, texts, matchKeys[by]);
}

async function findBy({ session, context, dryRun }: Run, by: MatchField, all: readonly string[]) {
  const keys = all.filter((key) => key !== '');
  if (keys.length === 0) return [];
  const { person } = context;
  return findByKeys(session.trx, { by, keys }, { person, isDry: dryRun });
}

export function severalHave(by: MatchField | 'company_name'): FieldProblem {
  const { label } = newCustomerFields[by];
  const message = `Several customers have this ${label}. Match by customer code, or merge them.`;
  return { field: by, message };
}

export function takenCode(code: string): FieldProblem {
  return { field: codeField, message: `The customer code ${code} is already in use` };
}
