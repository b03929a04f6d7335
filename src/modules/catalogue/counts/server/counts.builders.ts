import { type ApiResponse, type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import type { Location } from '~/modules/catalogue/products/locations/locations.fields';
import type { CountPatch, ScannedLine, WholeCount } from '../counts.fields';

let count = 0;

export function makeLocation(caller: Caller): Promise<Location> {
  count += 1;
  return makeRecord<Location>(caller, '/locations', { name: `Shelf ${count}` });
}

/** An open count, in a new location unless one is given. */
export async function makeCount(caller: Caller, values: CountPatch = {}): Promise<WholeCount> {
  const location_id = values.location_id ?? (await makeLocation(caller)).id;
  return makeRecord<WholeCount>(caller, '/counts', { ...values, location_id });
}

export function scanInto(
  caller: Caller,
  id: number,
  body: object,
  headers: Record<string, string> = {},
): Promise<ApiResponse<ScannedLine>> {
  return caller.post<ScannedLine>(`/counts/${id}/lines`, body, headers);
}

export function postCount(
  caller: Caller,
  id: number,
  body: object = {},
): Promise<ApiResponse<WholeCount>> {
  return caller.put<WholeCount>(`/counts/${id}/status`, { status: 'posted', ...body });
}
