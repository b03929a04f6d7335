import { z } from 'zod';

const names = ['samples', 'identity', 'people', 'products', 'lead', 'invoice'] as const;

interface Step {
  name: (typeof names)[number];
  label: string;
  /** Where it is done; null for samples, which the list itself offers. */
  to: string | null;
  search: object;
}

/** What a new company does first, in the order of the first page (docs/product/dashboard.md#getting-started). */
export const firstSteps: readonly Step[] = [
  { name: 'samples', label: 'Look around with sample data', to: null, search: {} },
  { name: 'identity', label: 'Enter your company and its logo', to: '/billing', search: {} },
  { name: 'people', label: 'Invite your colleagues', to: '/users/invitations', search: {} },
  {
    name: 'products',
    label: 'Import your products from CSV',
    to: '/inventory/products',
    search: {},
  },
  { name: 'lead', label: 'Add your first lead', to: '/leads', search: { new: 1 } },
  { name: 'invoice', label: 'Send your first invoice', to: '/invoices', search: { new: 1 } },
];

export const firstStepsSchema = z.object({
  samples: z.int(),
  done: z.record(z.enum(names), z.boolean()),
});

export type FirstSteps = z.output<typeof firstStepsSchema>;

/** The key in this browser under which a person has put the list away. */
export function hiddenKey(person: number): string {
  return `first-steps-${person}`;
}
