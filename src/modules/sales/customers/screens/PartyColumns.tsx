import type { Column } from '~/kit/ui/columns/tableColumn';
import type { Customer } from '../customers.fields';
import { locationOf } from '../customers.rules';

/** Widths of what customers and vendors have in common. */
export const partyWidths = {
  company_name: { width: 230 },
  contact_person: { least: 96 },
  email: { least: 112 },
  payment_terms: { least: 80 },
};

/** City, state and country in one column before that of the city. */
export function withLocation<Row extends Pick<Customer, 'city' | 'state' | 'country'>>(
  columns: readonly Column<Row>[],
): readonly Column<Row>[] {
  const location: Column<Row> = {
    key: 'location',
    title: 'Location',
    width: 210,
    least: 76,
    text: locationOf,
    sortValue: locationOf,
  };
  return columns.flatMap((column) => (column.key === 'city' ? [location, column] : [column]));
}
