import { z } from 'zod';
import { allLists } from '~/modules/organization/kinds/kinds.rules';

/** One result (docs/product/search.md#calls); `detail` distinguishes records of the same name. */
export const foundSchema = z.object({
  type: z.enum(allLists.map(({ type }) => type)),
  id: z.int(),
  label: z.string(),
  detail: z.string().nullable(),
});

export type Match = z.output<typeof foundSchema>;
