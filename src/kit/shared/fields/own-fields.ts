import type { Fields } from './fields';

const none: Fields = {};
let all: ReadonlyMap<string, Fields> = new Map();

/** Keeps the company's own fields of each kind of records, for the forms of this browser. */
export function keepOwnFields(fields: ReadonlyMap<string, Fields>): void {
  all = fields;
}

/** The company's own fields of the kind whose fields these are, by their names; none of other records. */
export function ownFieldsOf(fields: Fields | undefined): Fields {
  const kind = fields?.['custom']?.to;
  return kind === undefined ? none : (all.get(kind) ?? none);
}
