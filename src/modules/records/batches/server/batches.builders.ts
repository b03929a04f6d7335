import type { Database } from '~/kit/server/database/db';
import { type ApiResponse, type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import type { BulkResponse, UndoResponse } from '../batches.fields';

/** Changes records of a list, or deletes them where there are no values. */
export function bulk(
  caller: Caller,
  list: string,
  ids: readonly number[],
  values: object | null,
): Promise<ApiResponse<BulkResponse>> {
  const body = values === null ? { ids, action: 'delete' } : { ids, action: 'update', values };
  return caller.post<BulkResponse>(`/bulk/${list}`, body);
}

export function undo(caller: Caller, batch: number): Promise<ApiResponse<UndoResponse>> {
  return caller.post<UndoResponse>(`/batches/${batch}/undo`);
}

/** The data of an answer that went through; throws what the server said of another. */
export async function done<T>(response: Promise<ApiResponse<T>>): Promise<T> {
  const { status, body } = await response;
  if (status !== 200) throw new Error(`Refused with ${status}: ${body.error}`);
  return body.data;
}

/** Rows as the database has them, for a comparison of all that is in them. */
export async function rowsOf(
  { database }: { database: Database },
  table: string,
  ids: readonly number[],
): Promise<string[]> {
  const found = await database.pool.query<{ row: string }>(
    `select to_jsonb(t)::text as row from ${table} t where id = any ($1) order by id`,
    [ids],
  );
  return found.rows.map(({ row }) => row);
}

/** The ids of so many new leads, `Lead 0` first. */
export async function manyLeads(caller: Caller, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const lead = { company_name: `Lead ${n}`, contact_person: 'Meera Kulkarni' };
    ids.push((await makeRecord<{ id: number }>(caller, '/leads', lead)).id);
  }
  return ids;
}
