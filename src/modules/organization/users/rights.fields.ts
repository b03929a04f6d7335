import { z } from 'zod';
import type { Rights } from '~/kit/shared/access';
import { reaches, type RightsPatch } from './rights.rules';
import {
  type Action,
  type Subject,
  subjectLabel,
  subjectNames,
  subjects,
} from '~/modules/organization/kinds/kinds.rules';

const terms = reaches.map(({ value }) => value);

function subjectSchema(subject: Subject, isWhole: boolean): z.ZodType {
  const named: readonly Action[] = subjects[subject].actions;
  const label = subjectLabel(subject);
  const read = z.enum(terms, { error: `${label}: read must be all, workspace, own or none` });
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

const bySubject = (schema: (subject: Subject) => z.ZodType) =>
  Object.fromEntries(subjectNames.map((subject) => [subject, schema(subject)]));

export const rightsSchema = z.strictObject(
  bySubject((subject) => subjectSchema(subject, true)),
) as unknown as z.ZodType<Rights>;

/** Rights in a request: omitted ones stay, and a new role takes them from `atFirst`. */
export const rightsPatchSchema = z.strictObject(
  bySubject((subject) => subjectSchema(subject, false).optional()),
  { error: 'The rights must be an object with kinds of records' },
) as unknown as z.ZodType<RightsPatch, unknown>;
