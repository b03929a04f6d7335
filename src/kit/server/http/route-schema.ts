import { z } from 'zod';

interface Described {
  summary: string;
  tag: string;
  body?: z.ZodType | undefined;
  params?: z.ZodType | undefined;
  query?: z.ZodType | undefined;
}

/** What a call takes, for validation, and all that the API description says of it; `answers` are by status. */
export function routeSchema(call: Described, answers: Record<number, z.ZodType>) {
  const { body, params, query, summary, tag } = call;
  return {
    summary,
    tags: [tag],
    ...(body ? { body } : {}),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    response: { ...answers, '4xx': failureSchema },
  };
}

/** `{success: true, data}`, the form of every answer that is no file (docs/product/wire.md#envelope). */
export function successSchema(data: z.ZodType): z.ZodType {
  return z.object({ success: z.literal(true), data });
}

const failureSchema = z.object({
  success: z.literal(false),
  error: z.string().describe('One sentence for a person'),
  details: z
    .array(
      z.object({
        field: z.string().optional(),
        message: z.string(),
        record: z.object({ type: z.string(), id: z.int(), label: z.string() }).optional(),
      }),
    )
    .optional(),
});
