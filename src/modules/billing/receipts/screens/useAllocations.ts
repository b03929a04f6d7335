import { useCallback, useState } from 'react';
import { ApiError } from '~/kit/ui/calls/api';
import type { Computed } from '~/kit/ui/records/computed';
import { useUnpaid } from '~/modules/billing/invoices/screens/invoices.client';
import {
  filledLines,
  type Filling,
  type FilledLines,
  lineKey,
  type LineRules,
  type Payable,
  payableInvoices,
  type ReadLines,
  readLines,
} from '../receipt-form.rules';
import type { Allocation } from '../receipts.fields';
import { sumsOf } from '../receipts.rules';

/** Who pays which documents: a customer its invoices, or the company the bills of a vendor. */
export interface PaidDocuments {
  party: 'customer' | 'vendor';
  document: 'invoice' | 'bill';
  /** Those that are unpaid, in the order in which they are filled; none before a party is chosen. */
  useUnpaid: (party: number | null) => Pick<Computed<unknown>, 'state' | 'isEarlier' | 'retry'> & {
    payable: (party: number) => readonly Payable[];
  };
  /** Those of invoices by default. */
  rules?: LineRules;
}

/** The invoices that a customer pays. */
export const invoicesOfCustomers: PaidDocuments = {
  party: 'customer',
  document: 'invoice',
  useUnpaid: (customer) => {
    const { data, ...unpaid } = useUnpaid(customer);
    return { ...unpaid, payable: (id) => payableInvoices(data ?? [], id) };
  },
};

/** The unpaid documents of a party as a form has them now. */
export interface Allocations extends FilledLines, ReadLines {
  party: number | null;
  invoices: readonly Payable[];
  sums: ReturnType<typeof sumsOf>;
}

interface Received {
  /** Null before one is chosen. */
  party: number | null;
  amount: number;
  tdsRate: number;
}

const none: readonly Payable[] = [];
const noRefusals: ReadonlyMap<string, string> = new Map();

/**
 * The allocations of a form to the unpaid documents of its party, and those that the server refused; a form whose party is
 * chosen in it says so by `choose`.
 */
export function useAllocations(
  first: number | null,
  documents: PaidDocuments = invoicesOfCustomers,
) {
  const [chosen, choose] = useState(first);
  const { payable, state, isEarlier, retry } = documents.useUnpaid(chosen);
  const isLoading = state === 'loading' || isEarlier;
  const [filling, setFilling] = useState<Filling>('oldest');
  const [refusals, setRefusals] = useState(noRefusals);
  const fill = useCallback((next: Filling) => {
    setFilling(next);
    setRefusals(noRefusals);
  }, []);
  return {
    documents,
    state: isLoading ? 'loading' : state,
    retry,
    choose,
    filling,
    fill,
    of: ({ party, ...received }: Received): Allocations => {
      const invoices = party === null ? none : payable(party);
      const filled = filledLines(invoices, filling, received, documents.rules);
      const read = readLines(invoices, filled.lines, documents.rules);
      const problems = new Map([...refusals, ...read.problems]);
      const isMissing = party !== null && (isLoading || party !== chosen);
      const wrong = isMissing ? `Unpaid ${documents.document}s are still loading` : read.wrong;
      const sums = sumsOf(read.allocations);
      return { party, invoices, ...filled, ...read, problems, wrong, sums };
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
      found.set(lineKey(id, part.endsWith('_id') ? 'amount' : part), message);
  }
  return found;
}
