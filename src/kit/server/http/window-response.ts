import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalid } from '~/kit/server/errors';
import type { WindowedList } from '~/kit/server/lists/windowed-list';
import type { ListQuery, WindowRange } from '~/kit/server/lists/windows';
import type { FilterValues } from '~/kit/shared/filters/filters';
import { maxId } from '~/kit/shared/fields/fields';
import { clientOf } from './client';
import type { Api } from './route';

const mostIds = 20_000;
const mostRows = 500;

const wholeNumber = (name: string, most: number) => {
  const error = `${name} must be a whole number from 0 to ${most}`;
  return z
    .string({ error: `Send ${name} once` })
    .regex(/^\d{0,10}$/, { error })
    .refine((text) => Number(text) <= most, { error });
};

const ids = z
  .string({ error: 'Send ids once' })
  .regex(/^(\d{1,10}(,\d{1,10})*)?$/, { error: 'ids must be whole numbers, separated by commas' })
  .refine((text) => idsOf(text).length <= mostRows, {
    error: `At most ${mostRows} ids can be requested at once`,
  });

const choosing = {
  sort: z
    .string({ error: 'Send sort once' })
    .max(100)
    .describe('A field of the rows; with - before it in descending order. Empty values come last.'),
  search: z
    .string({ error: 'Send search once' })
    .max(1000, { error: 'The search is too long' })
    .describe('A search text, as on the screen'),
  filters: z
    .string({ error: 'Send filters once' })
    .max(10_000, { error: 'The filters are too long' })
    .describe('The screen’s filters by their keys, as a JSON object of texts'),
};

/** The requested records of a list: those of its filters, or single ones. */
export const selectionQuery = z.object({ ...choosing, ids }).partial();

export const windowQuery = z
  .object({
    ...choosing,
    from: wholeNumber('from', maxId).describe('How many ids to leave out'),
    count: wholeNumber('count', mostIds).describe(
      'The maximum number of ids: all unless sent, only their count with 0',
    ),
    rows: wholeNumber('rows', mostRows).describe(
      'The number of first ids whose rows are sent as well',
    ),
    ids: ids.describe(
      'The rows of these ids, in their order; cannot be combined with other parameters',
    ),
  })
  .partial();

export type SelectionQuery = z.infer<typeof selectionQuery>;
type WindowQuery = z.infer<typeof windowQuery>;

export const windowSchemas = (row: z.ZodType) => [
  z.object({ ids: z.array(z.int()), total: z.int().nullable(), rows: z.array(row).optional() }),
  z.object({ rows: z.array(row) }),
  z.object({ windowed: z.literal(true), total: z.int(), cursor: z.string() }),
];

export function isWindow(query: WindowQuery): boolean {
  return Object.keys(windowQuery.shape).some((key) => key in query);
}

/** Whether the asker can read a list that is too long to be sent whole by windows. */
export function takesWindows(request: FastifyRequest): boolean {
  return request.headers['list-form'] === 'windowed-when-long';
}

/** The ids of a list's records in an order, or the rows of some (docs/product/wire.md#very-long-lists). */
export async function sendWindow(
  api: Api,
  list: WindowedList,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = request.query as WindowQuery;
  const client = clientOf(request, reply);
  if (query.ids !== undefined) {
    const others = Object.keys(windowQuery.shape).filter((key) => key !== 'ids' && key in query);
    if (others[0] !== undefined)
      throw invalid(others[0], 'ids cannot be combined with other parameters');
    const rows = await api.windows.rows(list, idsOf(query.ids), client);
    return sendText(reply, `{"rows":${rows}}`);
  }
  const requested = { ...windowQueryOf(list, query), ...rangeOf(query) };
  const isWhole = requested.count === null;
  const end = isWhole ? await api.downloads.begin(client) : () => undefined;
  const { ids, total, rows, cursor } = await api.windows.ids(list, requested, client).finally(end);
  reply.header('list-cursor', cursor);
  const text = `{"ids":${ids},"total":${total}${rows === null ? '' : `,"rows":${rows}`}}`;
  if (!isWhole) return sendText(reply, text);
  const held = Readable.from([Buffer.from(enveloped(text))], { objectMode: false });
  return json(reply).send(api.downloads.send(held, client));
}

/** That a list is too long to be sent whole; false where it isn't, and nothing is sent. */
export async function sendLength(
  api: Api,
  list: WindowedList,
  reply: FastifyReply,
): Promise<boolean> {
  const found = await api.windows.lengthOfLong(list);
  if (!found) return false;
  reply.removeHeader('list-live').header('list-cursor', found.cursor);
  await sendText(reply, JSON.stringify({ windowed: true, ...found }));
  return true;
}

function sendText(reply: FastifyReply, data: string): FastifyReply {
  return json(reply).send(enveloped(data));
}

function json(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
}

const enveloped = (data: string): string => `{"success":true,"data":${data}}`;

function rangeOf({ from, count, rows }: WindowQuery): WindowRange {
  return { from: Number(from || 0), count: count ? Number(count) : null, rows: Number(rows || 0) };
}

export function idsOf(text: string): readonly number[] {
  const all = text.split(',').filter((each) => each !== '');
  return [...new Set(all.map(Number))].filter((id) => id <= maxId);
}

/** What a query asks of a list; 400 for an order or a filter that the list does not have. */
export function windowQueryOf(list: WindowedList, query: Omit<SelectionQuery, 'ids'>): ListQuery {
  const values = filtersOf(query.filters ?? '');
  const unknown = Object.keys(values).find(
    (key) => key !== 'search' && !Object.hasOwn(list.filters, key),
  );
  if (unknown !== undefined) throw invalid('filters', `There is no filter "${unknown}"`);
  for (const [key, value] of Object.entries(values)) {
    const problem = value.trim() === '' ? null : list.problemOf?.(key, value.trim());
    if (problem) throw invalid('filters', problem);
  }
  const search = query.search ?? values['search'] ?? '';
  return { sort: sortIn(list, query.sort ?? ''), values: { ...values, search } };
}

function sortIn({ sorts, noun }: WindowedList, text: string): ListQuery['sort'] {
  if (text === '') return null;
  const isDown = text.startsWith('-');
  const key = isDown ? text.slice(1) : text;
  if (!Object.hasOwn(sorts, key)) throw invalid('sort', `${noun} cannot be sorted by "${key}"`);
  return { key, isDown };
}

const filterTexts = z.record(z.string(), z.string());

function filtersOf(text: string): FilterValues {
  if (text === '') return {};
  try {
    return filterTexts.parse(JSON.parse(text));
  } catch {
    throw invalid('filters', 'The filters must be a JSON object of texts');
  }
}
