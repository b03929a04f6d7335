import { z } from 'zod';
import { recordKinds } from '~/modules/organization/kinds/kinds.rules';

/** What a line of the day is: a next step, an order to be delivered, an invoice to be paid, a lead without an answer. */
const itemTypes = ['step', 'order', 'invoice', 'lead'] as const;

const itemSchema = z.object({
  type: z.enum(itemTypes),
  id: z.int(),
  record: z.object({ kind: z.enum(recordKinds), id: z.int(), label: z.string() }),
  text: z.string(),
  date: z.iso.date().describe('Due date, promised date, or the date of the last activity'),
});

export type DayItem = z.output<typeof itemSchema>;

/** The parts of the day in their order on the screen (docs/product/my-day.md). */
export const dayParts = ['overdue', 'due', 'promised', 'unanswered', 'upcoming'] as const;
export type DayPart = (typeof dayParts)[number];

const items = z.array(itemSchema);
const count = z.int().min(0);
const byPart = <S extends z.ZodType>(schema: S) => ({
  overdue: schema,
  due: schema,
  promised: schema,
  unanswered: schema,
  upcoming: schema,
});

export const myDaySchema = z.object({
  date: z.iso.date().describe('Today, by the company’s calendar'),
  ...byPart(items),
  counts: z.object(byPart(count)).describe('The total count; at most fifty of each are listed'),
});

export type MyDay = z.output<typeof myDaySchema>;
