import { z } from 'zod';
import type { Rights } from '~/kit/shared/access';
import type { Historical } from '~/kit/server/audit/history';
import type { Context } from '~/kit/server/database/context';
import {
  type CustomKind,
  ownFields,
  registerCustom,
  sayingCustom,
  type SentValues,
  sentCustom,
} from '~/kit/server/database/custom-values';
import type { ListSource } from '~/kit/server/lists/list-source';
import type { WindowedList } from '~/kit/server/lists/windowed-list';
import { historyRoute } from './history-route';
import { listRoute } from './list-route';
import type { Access } from './route-access';
import { type Api, type Declaration, idParams, route } from './route';

type Action = 'read' | 'create' | 'update' | 'delete';

/** What roles permit each of the four actions with. */
type Subject = {
  [K in keyof Rights]: Rights[K] extends Record<Action, unknown> ? K : never;
}[keyof Rights];

type Wording = Pick<
  Declaration<undefined, undefined>,
  'summary' | 'confirmed' | 'takesKeys' | 'errors'
>;
type Find<A> = (context: Pick<Context, 'db' | 'person' | 'now'>, id: number) => Promise<A>;

interface RecordCalls<A, N, C, S> {
  url: string;
  tag: string;
  /** Whose rights the calls need, or who may make them all. */
  access: Subject | 'user' | 'admin';
  response: z.ZodType<A>;
  /** A record for its history, and to compare a change with that is sent back whole. */
  find: Find<A>;
  list?: Wording & {
    /** Without what only the record's own call gives. */
    row?: z.ZodType;
    source: (context: Context) => ListSource;
    windows?: (context: Context) => WindowedList;
  };
  /** `find` is another one where the call gives more, or follows a merged record. */
  read?: Wording & { find?: (context: Context, id: number) => Promise<A> };
  create?: Wording & {
    body: z.ZodType<N, unknown>;
    idempotent?: boolean;
    act: (context: Context, body: N) => Promise<A>;
  };
  update?: Wording & {
    body: z.ZodType<C, unknown>;
    act: (context: Context, id: number, body: C) => Promise<A>;
  };
  /** Moves a record to another status, under the right to change it. */
  status?: Wording & {
    body: z.ZodType<S, unknown>;
    act: (context: Context, id: number, body: S) => Promise<A>;
  };
  remove?: Wording & { act: (context: Context, id: number) => Promise<{ id: number }> };
  /** Its `path` is the name in the address, where that is not the entity's. */
  history?: Historical & { path?: string };
  /** The records have the company's own fields (docs/product/custom-fields.md). */
  custom?: CustomKind<A>;
}

/** Declares the calls that each kind of record has: its list, one record, history, create, change and delete. */
export function recordRoutes<A extends { id: number }, N, C, S>(
  api: Api,
  given: RecordCalls<A, N, C, S>,
): void {
  const calls = given.custom ? withCustom(given, given.custom) : given;
  if (given.custom) registerCustom(given.custom);
  const { url, response, find, list, read, history } = calls;
  const shared = sharedBy(calls, 'read');
  if (list) {
    const { source, windows, ...wording } = list;
    listRoute(api, {
      ...shared,
      url,
      row: response,
      ...wording,
      source: ({ context }) => source(context),
      ...(windows && { windows: ({ context }) => windows(context) }),
    });
  }
  if (read) {
    const { find: findShown = find, ...wording } = read;
    api.readers.set(url, { read: findShown, response });
    route(api, {
      ...shared,
      ...wording,
      method: 'GET',
      url: `${url}/:id`,
      params: idParams,
      response,
      handle: ({ context, params }) => findShown(context, params.id),
    });
  }
  if (history) historyRoute(api, { ...shared, ...history, read: find });
  writingRoutes(api, calls);
  changingRoutes(api, calls);
}

function writingRoutes<A extends object, N, C, S>(api: Api, calls: RecordCalls<A, N, C, S>): void {
  const { url, response, create, remove } = calls;
  if (create) {
    const { act, idempotent = true, ...wording } = create;
    route(api, {
      ...sharedBy(calls, 'create'),
      ...wording,
      method: 'POST',
      url,
      response,
      status: 201,
      idempotent,
      handle: ({ context, body }) => act(context, body),
    });
  }
  if (remove) {
    const { act, ...wording } = remove;
    route(api, {
      ...sharedBy(calls, 'delete'),
      ...wording,
      method: 'DELETE',
      url: `${url}/:id`,
      params: idParams,
      response: z.object({ id: z.int() }),
      handle: ({ context, params }) => act(context, params.id),
    });
  }
}

function changingRoutes<A extends object, N, C, S>(api: Api, calls: RecordCalls<A, N, C, S>): void {
  const { url, response, find, update, status } = calls;
  const shared = { ...sharedBy(calls, 'update'), method: 'PUT', params: idParams } as const;
  if (update) {
    const { act, ...wording } = update;
    route(api, {
      ...shared,
      ...wording,
      url: `${url}/:id`,
      response,
      current: (context, { id }) => find(context, id),
      handle: ({ context, params, body }) => act(context, params.id, body),
    });
  }
  if (status) {
    const { act, ...wording } = status;
    route(api, {
      ...shared,
      ...wording,
      url: `${url}/:id/status`,
      response,
      handle: ({ context, params, body }) => act(context, params.id, body),
    });
  }
}

function sharedBy(
  { tag, access }: { tag: string; access: Subject | 'user' | 'admin' },
  action: Action,
): { tag: string; access: Access } {
  const isAlike = access === 'user' || access === 'admin';
  return { tag, access: isAlike ? access : `${access}.${action}` };
}

const printed = z.object({
  printed_keys: z
    .array(z.string())
    .optional()
    .describe('When read alone: the custom fields that it printed when it was issued'),
});

/** The same calls, which take `custom` besides the fields of the body. */
function withCustom<A, N, C, S>(
  calls: RecordCalls<A, N, C, S>,
  { entity: { name: kind }, isIssued }: CustomKind<A>,
): RecordCalls<A, N, C, S> {
  const { create, update } = calls;
  const find: Find<A> = async (context, id) => {
    const row = await calls.find(context, id);
    const keys = isIssued?.(row) ? await ownFields.get().printedKeys(context.db, kind, id) : null;
    return keys ? { ...row, printed_keys: keys } : row;
  };
  const apart = <B>(context: Context, body: B & { custom?: SentValues }): [Context, B] => {
    const { custom: values = {}, ...others } = body;
    return [sayingCustom(context, { kind, values }), others as B];
  };
  return {
    ...calls,
    ...(isIssued && { find, response: calls.response.and(printed) as unknown as z.ZodType<A> }),
    ...(create && {
      create: {
        ...create,
        errors: ['custom.unknown_field'],
        body: takingCustom(create.body),
        act: (context: Context, body: N) => create.act(...apart(context, body as N & object)),
      },
    }),
    ...(update && {
      update: {
        ...update,
        errors: ['custom.unknown_field', ...(isIssued ? (['custom.printed'] as const) : [])],
        body: takingCustom(update.body),
        act: (context: Context, id: number, body: C) => {
          const [own, others] = apart(context, body as C & object);
          return update.act(own, id, others);
        },
      },
    }),
  };
}

function takingCustom<B>(body: z.ZodType<B, unknown>): z.ZodType<B, unknown> {
  if (!(body instanceof z.ZodObject)) throw new Error('Only an object has room for custom');
  return body.safeExtend({ custom: sentCustom.optional() }) as unknown as z.ZodType<B, unknown>;
}
