import type { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** A sentence for a value that a schema refuses without a message, in place of the validator's own words. */
export function validationText(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This value is missing';
      return `This value must be ${kinds[issue.expected] ?? 'of another type'}`;
    case 'invalid_value':
      return `This value must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      if (issue.origin === 'array') return 'This list is too short';
      return `This value must be at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      if (issue.origin === 'array') return 'This list is too long';
      return `This value must be at most ${issue.maximum}${unitOf(issue.origin)}`;
    default:
      return 'This value is not valid';
  }
}

function unitOf(origin: string): string {
  return origin === 'string' ? ' characters long' : '';
}
