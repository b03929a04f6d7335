import fc from 'fast-check';
import type { Day } from '~/kit/shared/time/days';

export interface BookedInvoice {
  id: number;
  line: number;
  paise: number;
  paid: number;
  credited: number;
  note: number;
  isWrittenOff: boolean;
}

/** A customer in books of the test: every movement with its day. */
export interface Book {
  customer: number;
  now: Date;
  moves: { day: Day; paise: number }[];
  invoices: BookedInvoice[];
  payments: { id: number; invoice: number; paise: number; isFailed: boolean }[];
  setOffs: { from: number; to: number; paise: number; isReversed: boolean }[];
  receipts: {
    id: number;
    parts: [invoice: number, paise: number][];
    rest: number;
    is: 'made' | 'refunded' | 'gone';
  }[];
  /** Each step, with its time. */
  steps: [now: Date, step: Step][];
}

/** The balance of an invoice in paise, below zero where it is the customer's credit. */
export const dueOn = ({ paise, paid, credited }: BookedInvoice) => paise - paid - credited;

export type CreditStep =
  | 'credit note'
  | 'cancel note'
  | 'set off'
  | 'refund credit'
  | 'reverse set-off';

export interface Step {
  days: number;
  what:
    | 'invoice'
    | 'pay'
    | 'write off'
    | 'fail'
    | 'refund'
    | 'receipt'
    | 'allocate'
    | 'cancel receipt'
    | 'cancel invoice'
    | CreditStep;
  paise: number;
  pick: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  days: fc.constantFrom(0, 5, 10, 25),
  what: fc.constantFrom<Step['what']>(
    'invoice',
    'invoice',
    'pay',
    'write off',
    'fail',
    'receipt',
    'receipt',
    'allocate',
    'refund',
    'cancel receipt',
    'credit note',
    'credit note',
    'cancel note',
    'set off',
    'refund credit',
    'reverse set-off',
    'cancel invoice',
  ),
  paise: fc.integer({ min: 1, max: 500_000 }),
  pick: fc.nat(1000),
});

/** A paid invoice with credit, and one that is owed. */
const withCredit = (['invoice', 'pay', 'credit note', 'invoice'] as const).map(
  (what): Step => ({ days: 5, what, paise: what === 'pay' ? 500_000 : 90_000, pick: 0 }),
);
/** The steps of a book; half of them begin with credit. */
export const book = fc
  .tuple(fc.boolean(), fc.array(step, { minLength: 4, maxLength: 14 }))
  .map(([isCredited, steps]) => (isCredited ? [...withCredit, ...steps] : steps));
