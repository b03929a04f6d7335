import { z } from 'zod';
import { mergeKinds } from '~/modules/organization/kinds/kinds.rules';

const type = z.enum(mergeKinds, {
  error: `type must be one of ${mergeKinds.join(', ')}`,
});

export const duplicatesQuery = z.object({ type });

const typed = (what: string) =>
  z.string().trim().max(200).optional().describe(`The ${what} of a record that is being typed`);

export const likelyQuery = z.object({
  type,
  name: typed('name'),
  email: typed('email address'),
  phone: typed('phone number'),
  tax_id: typed('tax ID'),
  code: typed('barcode'),
  except: z
    .string()
    .regex(/^\d{1,9}$/, { error: 'except must be an id' })
    .optional()
    .describe('The record that is being changed'),
});

const duplicate = z.object({
  id: z.int(),
  label: z.string(),
  detail: z.string().describe('Details that identify it: contact, email, phone, code'),
});

export const duplicateGroup = z.object({
  why: z.array(z.string()).describe('The reasons, in words, the most certain first'),
  records: z.array(duplicate).describe('Oldest first; at most twenty for one reason'),
});

export const likelyDuplicate = duplicate.extend({ why: z.array(z.string()) });

export type Duplicate = z.output<typeof duplicate>;
export type DuplicateRecords = z.output<typeof duplicateGroup>;
export type LikelyDuplicate = z.output<typeof likelyDuplicate>;
export type LikelyQuery = z.output<typeof likelyQuery>;
