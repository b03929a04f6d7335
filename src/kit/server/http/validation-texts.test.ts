import { expect, it } from 'vitest';
import { z } from 'zod';
import { validationText } from './validation-texts';

it.each([
  [z.string(), undefined, 'This value is missing'],
  [z.string(), 5, 'This value must be text'],
  [z.int(), 1.5, 'This value must be a whole number'],
  [z.record(z.string(), z.string()), [], 'This value must be an object'],
  [z.enum(['asc', 'desc']), 'up', 'This value must be one of asc, desc'],
  [z.string().max(3), 'four', 'This value must be at most 3 characters long'],
  [z.array(z.int()).min(1), [], 'This list is too short'],
  [z.number().max(9), 10, 'This value must be at most 9'],
  [z.string().regex(/^a$/), 'b', 'This value is not valid'],
] as const)('%# says in plain words why a value is refused', (schema, value, text) => {
  const read = schema.safeParse(value, { error: validationText });
  expect(read.error?.issues[0]?.message).toBe(text);
});
