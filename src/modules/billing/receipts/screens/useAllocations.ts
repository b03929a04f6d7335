import { useCallback, useState } from 'react';
import { ApiError } from '~/kit/ui/data/api';
import { useUnpaid } from '~/modules/billing/invoices/screens/invoices.client';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import {
  filledLines,
  type Filling,
  type FilledLines,
  lineKey,
  payableInvoices,
  type ReadLines,
  readLines,
} from '../receipt-form.rules';
import type { Allocation } from '../receipts.fields';
import { sumsOf } from '../receipts.rules';

/** The unpaid invoices of a customer as a receipt's form has them now. */
export interface Allocations extends FilledLines, ReadLines {
  customer: number | null;
  invoices: readonly Invoice[];
  sums: ReturnType<typeof sumsOf>;
}

interface Received {
  /** Null before one is chosen. */
  customer: number | null;
  amount: number;
  tdsRate: number;
}

const none: readonly Invoice[] = [];
const noRefusals: ReadonlyMap<string, string> = new Map();

/**
 * The allocations of a form to the unpaid invoices of its customer, and those that the server refused; a form whose
 * customer is chosen in it says so by `choose`.
 */
export function useAllocations(first: number | null) {
  const [chosen, choose] = useState(first);
  const { data, state, isEarlier, retry } = useUnpaid(chosen);
  const isLoading = state === 'loading' || isEarlier;
  const [filling, setFilling] = useState<Filling>('oldest');
  const [refusals, setRefusals] = useState(noRefusals);
  const fill = useCallback((next: Filling) => {
    setFilling(next);
    setRefusals(noRefusals);
  }, []);
  return {
    state: isLoading ? 'loading' : state,
    retry,
    choose,
    filling,
    fill,
    of: ({ customer, ...received }: Received): Allocations => {
      const invoices = customer === null ? none : payableInvoices(data ?? none, customer);
      const filled = filledLines(invoices, filling, received);
      const read = readLines(invoices, filled.lines);
      const problems = new Map([...refusals, ...read.problems]);
      const isMissing = customer !== null && (isLoading || customer !== chosen);
      const wrong = isMissing ? 'Unpaid invoices are still loading' : read.wrong;
      const sums = sumsOf(read.allocations);
      return { customer, invoices, ...filled, ...read, problems, wrong, sums };
    },
    /** Sends allocations; the refusal of one is shown at its line. */
    send: async <T>(sent: readonly Allocation[], act: () => Promise<T>): Promise<T> => {
      setRefusals(noRefusals);
      try {
        return await act();
      } catch (error) {
        setRefusals(refusalsOf(error, sent));
        throw error;
      }
    },
  };
}

export type AllocationsForm = ReturnType<typeof useAllocations>;

function refusalsOf(error: unknown, sent: readonly Allocation[]): ReadonlyMap<string, string> {
  const details = error instanceof ApiError ? error.details : [];
  const found = new Map<string, string>();
  for (const { field = '', message } of details) {
    const [, at = '', part = ''] = /^allocations\.(\d{1,3})\.(\w{1,20})$/.exec(field) ?? [];
    const id = sent[Number(at)]?.invoice_id;
    if (at !== '' && id !== undefined)
      found.set(lineKey(id, part === 'invoice_id' ? 'amount' : part), message);
  }
  return found;
}
