import type { Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { AppError } from '~/kit/server/errors';
import type { CustomField, CustomKind } from '../custom-fields.fields';
import { samplesOf, sampleValues } from '../sample-fields.rules';
import { holdFields, listOf } from './custom-fields.queries';

/** The company's own fields of a kind that are on, in their order; none for a kind that has none. */
export async function listOwnFields(db: Db, kind: string): Promise<CustomField[]> {
  return (await listOf(db, kind)).filter(({ is_active }) => is_active);
}

/** Keeps fields as they were read until the transaction ends; 409 where values by them would no longer fit. */
export async function enforceSameFields(
  trx: Transaction,
  kind: string,
  before: readonly CustomField[],
): Promise<void> {
  if (before.length === 0) return;
  const shapeOf = ({ id, type, choices }: CustomField) =>
    JSON.stringify([id, type, choices.map(({ value }) => value)]);
  const now = new Set((await holdFields(trx, [kind])).map(shapeOf));
  const changed = before.find((each) => !now.has(shapeOf(each)));
  if (!changed) return;
  const message = `The custom field "${changed.label}" changed in the meantime. Nothing was saved. Please try again.`;
  throw new AppError('custom.in_use', message);
}

/** Gives the writes of sample records what they have in the sample fields; nothing where the company has other fields. */
export async function sampleWrites(
  trx: Transaction,
  kind: CustomKind,
): Promise<(write: Write, index: number, sku?: string) => Write> {
  const nameOf = ({ key, type }: Pick<CustomField, 'key' | 'type'>) => `${key} ${type}`;
  const own = await listOwnFields(trx, kind);
  if (own.map(nameOf).join() !== samplesOf(kind).map(nameOf).join()) return (write) => write;
  return (write, index, sku) => {
    const { context } = write;
    const values = sampleValues(kind, { index, now: context.now, ...(sku ? { sku } : {}) });
    return { trx, context: { ...context, custom: { kind, values, isTaken: false } } };
  };
}
