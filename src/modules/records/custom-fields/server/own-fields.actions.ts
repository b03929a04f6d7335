import {
  type Copied,
  type ChangedRow,
  type CustomChange,
  customKind,
  ownFields,
  type OwnChange,
  type SentCustom,
} from '~/kit/server/database/custom-values';
import type { Write } from '~/kit/server/database/context';
import { AppError } from '~/kit/server/errors';
import { customName, type CustomValues } from '~/kit/shared/fields/custom';
import { printedText } from '~/kit/shared/fields/typed-own';
import type { CustomField } from '../custom-fields.fields';
import { copiedOwn, fieldsFrom, type OwnReading, readable, readOwn } from '../custom-fields.rules';
import { findPrintedKeys, holdFields, listOf } from './custom-fields.queries';

export function provideOwnFields(): void {
  ownFields.provide({
    fieldsOf: async (db, kind) =>
      fieldsFrom((await listOf(db, kind)).filter(({ is_active }) => is_active)),
    forNew: valuesOfNew,
    changer,
    printedKeys: findPrintedKeys,
  });
}

async function valuesOfNew(
  write: Write,
  kind: string,
  { sent, copied }: { sent: SentCustom | null; copied: Copied | undefined },
): Promise<CustomValues> {
  const all = await holdFields(write.trx, copied ? [kind, copied.from] : [kind]);
  const own = all.filter((each) => each.kind === kind);
  const values = sent?.values ?? {};
  if (sent && !copied) return withoutNulls(enforceRead(readOwn(own, values, null)));
  if (own.length === 0 && Object.keys(values).length === 0) return {};
  const fields = all.filter((each) => each.kind === copied?.from);
  const taken = copiedOwn(own, { fields, values: copied?.values ?? {} });
  if (copied?.isProposal) {
    const all = { ...readable(own, taken), ...values };
    return withoutNulls(enforceRead(readOwn(own, all, null)));
  }
  return withoutNulls({ ...taken, ...enforceRead(readOwn(own, values, taken)) });
}

async function changer(
  write: Write,
  { kind, values, isUndo }: OwnChange,
): Promise<(row: ChangedRow) => Promise<CustomChange>> {
  if (isUndo) return async () => ({ set: values, labels: {} });
  if (Object.keys(values).length === 0) return async () => ({ set: {}, labels: {} });
  const own = await holdFields(write.trx, [kind]);
  const { isIssued } = customKind(kind);
  const isSent = ({ key }: CustomField) => Object.hasOwn(values, key);
  const labels = Object.fromEntries(
    own.filter(isSent).map(({ key, label }) => [customName(key), label]),
  );
  return async (row) => {
    const set = enforceRead(readOwn(own, values, row.custom));
    if (row.id === undefined || !isIssued?.(row as never)) return { set, labels };
    const keys = await findPrintedKeys(write.trx, kind, row.id);
    const printed = own.filter(
      ({ key, is_printed }) => Object.hasOwn(set, key) && (keys?.includes(key) ?? is_printed),
    );
    if (printed.length > 0) throw fixed(printed);
    return { set, labels };
  };
}

function fixed(printed: readonly CustomField[]): AppError {
  const details = printed.map(({ key, label }) => ({
    field: customName(key),
    message: printedText(label),
  }));
  return new AppError('custom.printed', details[0]?.message ?? '', { details });
}

function enforceRead(reading: OwnReading) {
  if (reading.ok) return reading.values;
  const { code, problems } = reading;
  throw new AppError(code, problems[0]?.message ?? '', { details: problems });
}

function withoutNulls(values: ReturnType<typeof enforceRead>): CustomValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  );
}
