import { refused } from './verdict';

export const onlyReads = refused(
  'workspace.read_only',
  'You have read-only access to this workspace',
);

/**
 * What a role permits, by kind of records. The module that keeps the roles declares the kinds here
 * (modules/users/rights.fields.ts).
 */
export interface Rights {}

/** `orders.update`: one thing that a role may permit to do with one kind of records. */
export type Right = {
  [K in keyof Rights]: `${K}.${keyof Rights[K] & string}`;
}[keyof Rights];
