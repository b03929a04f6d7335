import { announce, triggerJob } from '~/kit/server/database/announce';
import type { Context, Write } from '~/kit/server/database/context';
import { customKind } from '~/kit/server/database/custom-values';
import { lockRecord, type Locked } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import { AppError, enforce, refuseInvalid } from '~/kit/server/errors';
import type {
  CustomField,
  CustomFieldPatch,
  CustomKind,
  NewCustomField,
} from '../custom-fields.fields';
import {
  canChangeShape,
  canDelete,
  canHaveAnother,
  canRemoveChoice,
  canTakeLabel,
  choicesFrom,
  definitionProblems,
  keyOf,
  readDefault,
  removedChoices,
  shapeOfText,
  stillConverted,
} from '../custom-fields.rules';
import {
  asJson,
  countValues,
  customFields,
  findKind,
  listConversions,
  listKeys,
  listOf,
  lockFields,
  markGoing,
  removeSomeValues,
  storeConversion,
  writePositions,
  writeSomeAsTexts,
} from './custom-fields.queries';
import { valuesJob } from './custom-fields.jobs';

/** Adds a field to a kind (docs/product/custom-fields.md#fields). */
export async function createCustomField(
  context: Context,
  { kind, key: sentKey, position, choices = [], ...body }: NewCustomField,
): Promise<CustomField> {
  return context.write(async (write, trx) => {
    await lockFields(trx, kind);
    await enforceSettled(trx, kind);
    const [others, keys] = [await listOf(trx, kind), new Set(await listKeys(trx, kind))];
    if (sentKey !== undefined && keys.has(sentKey)) {
      const message = `There is already a field with the key "${sentKey}"`;
      throw new AppError('custom.key_taken', message, { details: [{ field: 'key', message }] });
    }
    const values = {
      min: null,
      max: null,
      decimals: null,
      max_length: null,
      required: false,
      default: null,
      help: null,
      is_active: true,
      is_printed: false,
      ...withoutUndefined(body),
      kind,
      key: sentKey ?? keyOf(body.label, keys),
      choices: choicesFrom(choices),
      position: Math.min(position ?? Infinity, others.length + 1),
    };
    const own = enforceDefinition(values as unknown as CustomField, others);
    const row = (await insertRecord(write, customFields, stored(own))) as Locked<CustomField>;
    await moveOthers(write, others, row);
    return row;
  });
}

/** Changes a field; its key and kind stay, and it never gets narrower (docs/product/custom-fields.md#changes). */
export async function changeCustomField(
  context: Context,
  id: number,
  { updated_at: seen, kind, key, choices, ...patch }: CustomFieldPatch,
): Promise<CustomField> {
  return context.write(async (write, trx) => {
    const before = await openField(trx, id, seen);
    await enforceSettled(trx, before.kind);
    const isOther = (sent: string | undefined, own: string) => sent !== undefined && sent !== own;
    if (isOther(kind, before.kind) || isOther(key, before.key))
      throw new AppError('custom.fixed', 'The key and the kind of a field never change');
    const others = (await listOf(trx, before.kind)).filter((each) => each.id !== id);
    const changes: Partial<CustomField> = {
      ...withoutUndefined(patch),
      ...(choices ? { choices: choicesFrom(choices) } : {}),
    };
    const requested = withoutStrays(before, changes);
    requested.position = Math.min(requested.position, others.length + 1);
    enforce(canChangeShape(before, requested));
    const after = enforceDefinition(requested, others, before);
    for (const choice of removedChoices(before, after))
      enforce(canRemoveChoice(choice, await countValues(trx, before, choice.value)));
    if (before.type !== after.type && isRewritten(before, after)) {
      const done_to = await writeSomeAsTexts(trx, before, 0);
      if (done_to !== null) {
        await storeConversion(trx, { former: { ...before, is_active: after.is_active }, done_to });
        await triggerJob(trx, valuesJob);
        after.is_active = false;
      }
    }
    const row = (await updateRecord(write, customFields, {
      row: before as never,
      values: stored(differing(before, after)),
    })) as Locked<CustomField>;
    await moveOthers(write, others, row);
    // Its values appear or go in every row that has them.
    if (before.is_active !== after.is_active || before.type !== after.type)
      announce(trx, { entity: before.kind, id: null });
    return row;
  });
}

/** Whether values change where a field becomes text: numbers, days and the like, and texts of several lines. */
const isRewritten = (before: CustomField, after: CustomField) =>
  before.type === 'long_text'
    ? after.type === 'text'
    : !['text', 'email', 'phone', 'url'].includes(before.type);

/** The field after a change; what no longer fits one that becomes text goes with its type. */
function withoutStrays(before: CustomField, changes: Partial<CustomField>): CustomField {
  const after = { ...before, ...changes };
  if (before.type === after.type) return after;
  const fitting = shapeOfText(before, after);
  if (after.default !== before.default) fitting.default = after.default;
  return { ...after, ...fitting };
}

/** Removes a field that is off, with its values; very many go in the background. */
export async function deleteCustomField(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const row = await openField(trx, id);
    await enforceSettled(trx, row.kind);
    enforce(canDelete(row));
    await markGoing(trx, id);
    const isMore = await removeSomeValues(trx, row);
    if (isMore) {
      await triggerJob(trx, valuesJob);
    } else {
      await deleteRecord(write, customFields, { row: row as never });
    }
    return { id };
  });
}

/** How many records have a value of the field. */
export async function usageOf(context: Context, id: number): Promise<{ values: number }> {
  return context.transaction(async (trx) => ({
    values: await countValues(trx, await openField(trx, id)),
  }));
}

async function openField(trx: Transaction, id: number, seen?: string): Promise<CustomField> {
  await lockFields(trx, await findKind(trx, id));
  return (await lockRecord(trx, customFields, id, seen)) as unknown as CustomField;
}

/** Until the values of a field are text, it is neither on nor off for good, and no other one takes its place. */
async function enforceSettled(trx: Transaction, kind: string): Promise<void> {
  for (const { former } of await listConversions(trx))
    if (former.kind === kind) enforce(stillConverted(former));
}

/** The field with its default as it is stored; 400 and 409 for one that cannot be. */
function enforceDefinition(
  own: CustomField,
  others: readonly CustomField[],
  before?: CustomField,
): CustomField {
  refuseInvalid(definitionProblems(own));
  if (own.label !== before?.label) {
    const standard = labelsOf(own.kind);
    const verdict = canTakeLabel(own.label, { own: others, standard });
    enforce(verdict, verdict.ok ? undefined : [{ field: 'label', message: verdict.message }]);
  }
  const active = others.filter(({ is_active }) => is_active).length;
  if (own.is_active) enforce(canHaveAnother(active));
  const reading = readDefault(own);
  return { ...own, default: reading.ok ? (reading.value as CustomField['default']) : null };
}

/** The labels of the fields that the kind has anyway. */
function labelsOf(kind: CustomKind): string[] {
  const { entity, alsoShown = {} } = customKind(kind);
  return [...Object.entries(entity.fields), ...Object.entries(alsoShown)]
    .filter(([name, field]) => name !== 'id' && field.kind !== 'custom')
    .map(([, { label }]) => label);
}

async function moveOthers(
  { trx, context: { now } }: Write,
  others: readonly CustomField[],
  { id, position }: Pick<CustomField, 'id' | 'position'>,
): Promise<void> {
  const ids = others.map((each) => each.id);
  ids.splice(position - 1, 0, id);
  await writePositions(trx, ids, now);
}

const jsonColumns = new Set(['choices', 'default']);

function stored(values: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      jsonColumns.has(name) && value !== null ? asJson(value) : value,
    ]),
  );
}

function differing(before: CustomField, after: CustomField): Partial<CustomField> {
  const names = Object.keys(after) as (keyof CustomField)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, after[name]]),
  );
}

function withoutUndefined<T extends object>(
  values: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
