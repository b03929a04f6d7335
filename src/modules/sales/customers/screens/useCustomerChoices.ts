import { useMemo } from 'react';
import type { Choice } from '~/kit/shared/fields/fields';
import { useCustomers } from './customers.client';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const none: readonly never[] = [];

interface OfCustomer {
  customer_id: number | null;
  customer_name: string;
}

/** Customers to filter documents by: of customers too many to be here those that have any, as far as that is known. */
export function useCustomerChoices(
  documents: readonly OfCustomer[],
  others: readonly OfCustomer[] = none,
): readonly Choice[] {
  const customers = useCustomers();
  const existing = customers.long ? null : customers.rows;
  const named = customers.long ? documents : null;
  return useMemo(() => {
    const names = existing
      ? existing.map(({ id, company_name }) => [id, company_name] as const)
      : new Map(
          [...others, ...(named ?? [])].map(({ customer_id, customer_name }) => [
            customer_id,
            customer_name,
          ]),
        );
    const choices = [...names].flatMap(([id, label]) =>
      id === null ? [] : { value: String(id), label },
    );
    return choices.sort((one, other) => collator.compare(one.label, other.label));
  }, [existing, named, others]);
}
