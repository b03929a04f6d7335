import type { z } from 'zod';
import type { Write } from '~/kit/server/database/context';
import { sentCustom, type SentValues } from '~/kit/server/database/custom-values';
import { faultOf } from '~/kit/server/database/faults';
import { countDependentsOfMany } from '~/kit/server/database/dependents';
import { type Entity, idOf } from '~/kit/server/database/entity';
import { AppError, type Detail, invalid } from '~/kit/server/errors';
import type { DependentCount } from '~/kit/shared/fields/dependents';
import type { Fields, RowOf } from '~/kit/shared/fields/fields';
import type { Verdict } from '~/kit/shared/verdict';
import { listLocked, plannedImages } from './bulk.queries';
import { writableIn } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { changeStored, deleteStored } from './stored-rows.queries';
import { type Fault, inParts, isRefusal } from './skipped-rows.internal';

type Values = Record<string, unknown>;

/** By id: why a record stays as it is. */
export class Refused extends Map<number, string> {
  readonly faults: Fault[] = [];

  /** Throws what would stop every other record as well. */
  fail(id: number, error: unknown): void {
    const isForeseen = isRefusal(error);
    this.set(id, isForeseen && !(error instanceof AppError) ? otherRecord : faultOf(error));
    if (!isForeseen) this.faults.push({ id, error });
  }
}

const otherRecord = 'Another record depends on this one, or the one it points at does not exist';

export interface Planned {
  id: number;
  label: string;
  image: Values;
}

interface StoredImages {
  batch: number;
  table: string;
}

// The log names each record of a statement up to so many (keep_audit_log in migrations/0108-kit.sql).
const chunk = 1000;

/** The records, locked, that the person may change; the others with the reason why not. */
export async function readLocked<F extends Fields>(
  write: Write,
  entity: Entity<F>,
  ids: readonly number[],
): Promise<{ rows: RowOf<F>[]; refused: Refused }> {
  const rows = await listLocked(write, entity, ids);
  const found = new Set(rows.map(idOf));
  const refused = new Refused(
    ids.filter((id) => !found.has(id)).map((id) => [id, `${entity.noun} not found`]),
  );
  const mayWrite = writableIn(write);
  const writable: RowOf<F>[] = [];
  for (const row of rows) {
    const workspace = (row as Values)['workspace_id'];
    if (await mayWrite(typeof workspace === 'number' ? workspace : null)) writable.push(row);
    else refused.set(idOf(row), 'You have read-only access to this workspace');
  }
  return { rows: writable, refused };
}

export async function writePlanned(
  write: Write,
  stored: StoredImages,
  planned: readonly Planned[],
  refused: Refused,
): Promise<Refused> {
  const byId = new Map(planned.map((each) => [each.id, each]));
  const work = (ids: readonly number[]) =>
    changeStored(write, stored, plannedImages(ids.flatMap((id) => byId.get(id) ?? [])));
  return inChunks(write, [...byId.keys()], { work, refused });
}

export async function deletable<F extends Fields>(
  write: Write,
  stored: StoredImages,
  of: {
    rows: readonly RowOf<F>[];
    refused: Refused;
    canDelete: (row: RowOf<F>, dependents: readonly DependentCount[]) => Verdict;
  },
): Promise<Refused> {
  const { rows, refused, canDelete } = of;
  const counts = await countDependentsOfMany(write.trx, stored.table, rows.map(idOf));
  const free: number[] = [];
  for (const row of rows) {
    const id = idOf(row);
    const verdict = canDelete(row, counts.get(id) ?? []);
    if (verdict.ok) free.push(id);
    else refused.set(id, verdict.message);
  }
  return inChunks(write, free, { work: (ids) => deleteStored(write, stored, ids), refused });
}

async function inChunks(
  { trx }: Write,
  ids: readonly number[],
  { work, refused }: { work: (ids: readonly number[]) => Promise<void>; refused: Refused },
): Promise<Refused> {
  for (let at = 0; at < ids.length; at += chunk) {
    for (const [id, error] of await inParts(trx, ids.slice(at, at + chunk), work))
      refused.fail(id, error);
  }
  return refused;
}

/** The values as the list's own form has them; 400 naming each that is wrong. */
export function readValues(
  schema: z.ZodType<object, unknown>,
  { custom, ...sent }: Values,
): Values {
  const read = schema.safeParse(sent);
  const own = custom === undefined ? {} : ownValues(custom);
  if (!read.success) {
    const details = read.error.issues.flatMap((issue): Detail[] =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((field) => ({ field, message: `Unknown field "${field}"` }))
        : [{ field: issue.path.join('.'), message: issue.message }],
    );
    throw new AppError('input.invalid', details[0]?.message ?? 'The values are not valid', {
      details,
    });
  }
  const { updated_at: _version, ...standard } = read.data as Values;
  const values = { ...standard, ...own };
  if (Object.keys(values).length === 0) throw invalid('values', 'Choose what to change');
  return values;
}

/** No key changes nothing. */
function ownValues(sent: unknown): { custom?: SentValues } {
  const read = sentCustom.safeParse(sent);
  if (!read.success) throw invalid('custom', read.error.issues[0]?.message ?? '');
  return Object.keys(read.data).length === 0 ? {} : { custom: read.data };
}
