import { countFields } from '~/modules/catalogue/counts/counts.fields';
import { countFilters } from '~/modules/catalogue/counts/counts.filters';
import { lotFields } from '~/modules/catalogue/products/lots/lots.fields';
import { lotFilters } from '~/modules/catalogue/products/lots/lots.filters';
import { transferFields } from '~/modules/catalogue/transfers/transfers.fields';
import { transferFilters } from '~/modules/catalogue/transfers/transfers.filters';
import type { LongKind } from './long-lists.builders';
import {
  createdColumns,
  longPaper,
  maker,
  numbered,
  type Paper,
  parts,
} from './long-papers.builders';

const locations = `insert into locations (name, created_at, updated_at)
  select coalesce(w[n], 'Yard') || ' ' || n, now(), now() from generate_series(1, 6) n,
    (select array['Sahyadri', 'site B', 'Åkers', 'PO 7', 'PO 11', null] as w) texts`;

const kinds: readonly Paper[] = [
  {
    name: 'transfers',
    path: '/transfers',
    fields: transferFields,
    filters: transferFilters,
    fill: `${locations};
      insert into transfers (transfer_number, from_id, to_id, transfer_date, status, item_count, challan_number, transporter_name,
        vehicle_number, notes, number_year, number_sequence, ${createdColumns})
      select 'TR-LONG-' || n, 1 + n % 3, 4 + n % 4, current_date - n % 130, (array['done', 'cancelled'])[1 + n % 2],
        1 + n % 9, case when n % 5 = 0 then 'JC-LONG-' || n end, w[1 + n % 6], w[1 + n % 5], w[1 + n % 4], ${numbered} ${parts}`,
  },
  {
    name: 'counts',
    path: '/counts',
    fields: countFields,
    filters: countFilters,
    fill: `insert into counts (count_number, location_id, count_date, status, is_blind, ${createdColumns})
      select 'SC-LONG-' || n, 1 + n % 7, current_date - n % 130, case when n < 8 then 'draft' else 'posted' end, n % 2 = 0,
        ${maker} ${parts};
      insert into count_lines (count_id, product_id, book_quantity, counted_quantity, counted_at, counted_by_name, updated_at)
      select n, 1 + n % 50, n % 9, n % 7, now(), 'Bench', now() from generate_series(1, 300) n`,
  },
  {
    name: 'lots',
    path: '/lots',
    fields: lotFields,
    filters: lotFilters,
    fill: `insert into lots (product_id, lot_number, made_on, expires_on, vendor_lot, notes, created_at, updated_at)
      select 1 + n % 50, coalesce(w[1 + n % 6], 'H') || n, case when n % 3 > 0 then current_date - n % 130 end,
        case when n % 4 > 0 then current_date - 3 + n % 7 end, w[1 + n % 5], w[1 + n % 4],
        now() - (n % 50) * interval '1 hour', now() ${parts};
      insert into stock_levels (product_id, location_id, lot_id, quantity)
      select product_id, 1 + id % 7, id, id % 4 from lots`,
  },
];

/** The lists of stock. */
export const longStock: readonly LongKind[] = kinds.map(longPaper);
