import { z } from 'zod';
import type { Rights } from '~/kit/shared/access';
import { reaches, type RightsPatch } from './rights.rules';
import {
  type Action,
  type Kind,
  kindNames,
  kinds,
  lists,
} from '~/modules/organization/kinds/kinds.rules';

const words = reaches.map(({ value }) => value);

function kindSchema(kind: Kind, isWhole: boolean): z.ZodType {
  const { actions: named } = kinds[kind];
  const label = lists[kind].plural;
  const read = z.enum(words, { error: `${label}: read must be all, workspace, own or none` });
  const flag = (action: Action) =>
    z.boolean({ error: `${label}: ${action} must be true or false` });
  const shape = {
    read: isWhole ? read : read.optional(),
    ...Object.fromEntries(
      named.map((action) => [action, isWhole ? flag(action) : flag(action).optional()]),
    ),
  };
  return z.strictObject(shape);
}

const byKind = (schema: (kind: Kind) => z.ZodType) =>
  Object.fromEntries(kindNames.map((kind) => [kind, schema(kind)]));

export const rightsSchema = z.strictObject(
  byKind((kind) => kindSchema(kind, true)),
) as unknown as z.ZodType<Rights>;

/** Rights as they are sent: what is left out stays, and is not permitted by a new role. */
export const rightsPatchSchema = z.strictObject(
  byKind((kind) => kindSchema(kind, false).optional()),
  { error: 'The rights must be an object with kinds of records' },
) as unknown as z.ZodType<RightsPatch, unknown>;
