import { type Band, within } from './filters';

/** The bands of rupees by which orders, invoices and payments are found (spec 2 §9, contract §5). */
export function amountBands<Row>(of: (row: Row) => number): readonly Band<Row>[] {
  return [
    { value: 'under-1000', label: 'Under ₹1,000', test: within(of, { below: 1000 }) },
    {
      value: '1000-5000',
      label: '₹1,000 to under ₹5,000',
      test: within(of, { from: 1000, below: 5000 }),
    },
    {
      value: '5000-10000',
      label: '₹5,000 to under ₹10,000',
      test: within(of, { from: 5000, below: 10_000 }),
    },
    {
      value: '10000-50000',
      label: '₹10,000 to under ₹50,000',
      test: within(of, { from: 10_000, below: 50_000 }),
    },
    { value: 'over-50000', label: '₹50,000 and above', test: within(of, { from: 50_000 }) },
  ];
}
