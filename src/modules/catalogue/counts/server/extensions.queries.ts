import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';
import { instantText, type SqlPart } from '~/kit/server/database/db';
import { counted } from '~/kit/shared/money/numbers';
import { lotAt } from '~/modules/catalogue/products/lots/server/lots.service';
import {
  counting,
  type PostedLine,
} from '~/modules/catalogue/products/stock/server/counting.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { registerStockUse } from '~/modules/organization/company/server/stock-uses.service';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import {
  registerMove,
  registerPart,
  registerUndo,
} from '~/modules/records/batches/server/registry.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import {
  detailOf,
  numbered,
  registerSearch,
} from '~/modules/records/records/server/search-sources.service';
import { registerEvents } from '~/modules/records/records/server/timeline-sources.service';
import { type Count, countStatuses } from '../counts.fields';
import { openProblem } from '../counts.rules';
import { countBulk } from './bulk.internal';
import { countLinks, counts, findOpen } from './counts.queries';

const isWith = (product: number | SqlPart): SqlPart =>
  sql`t.id in (select count_id from count_lines where product_id = ${product})`;

export function provideCounts(): void {
  registerStockUse('counts', sql`exists (select from counts)`);
  registerSearch({
    type: 'count',
    kind: 'counts',
    from: sql`counts`,
    ...numbered(sql`t.count_number`),
    detail: detailOf(
      sql`(select a.name from locations a where a.id = t.location_id)`,
      sql`(select c.category_name from categories c where c.id = t.category_id)`,
    ),
  });
  registerRecords('counts', { entity: counts, links: countLinks });
  registerDependents({
    table: 'counts',
    type: 'count',
    label: sql`t.count_number`,
    join: sql``,
    readableBy: (person) => readable(person, 'counts'),
    of: {
      locations: (id) => sql`t.location_id = ${id} and t.status = 'draft'`,
      categories: (id) => sql`t.category_id = ${id} and t.status = 'draft'`,
      products: isWith,
    },
  });
  provideChanges();
  provideEvents();
  provideCounting();
}

function provideChanges(): void {
  registerUndo({
    table: 'counts',
    noun: 'Stock count',
    label: sql`t.count_number`,
    clash: async ({ trx }, image) => {
      const open = await findOpen(trx, image as Pick<Count, 'location_id' | 'category_id'>, null);
      return open && openProblem(open);
    },
  });
  registerBulk(countBulk);
  registerPart({
    of: 'counts',
    table: 'count_lines',
    owner: sql`t.count_id`,
    label: sql`'Line'`,
    noun: null,
  });
  registerMove({
    of: 'products',
    table: 'count_lines',
    column: 'product_id',
    beside: (to) => sql`jsonb_build_object('lot_id', ${lotAt(sql`t.lot_id`, to)})`,
  });
}

type EventData = Pick<Count, 'id' | 'count_number' | 'status'> & {
  location_name: string;
  line_count: number;
};

function provideEvents(): void {
  registerEvents<EventData>({
    name: counts.type,
    kind: 'document',
    from: sql`counts t join locations a on a.id = t.location_id`,
    rightsOf: 'counts',
    details: sql`t.id, t.count_number, t.status, a.name as location_name,
      (select count(*) from count_lines where count_id = t.id) as line_count`,
    describe: ({ id, count_number, status, location_name, line_count }) => {
      const word = countStatuses.find(({ value }) => value === status)?.label ?? status;
      return {
        title: `Stock Count ${count_number}`,
        text: `${location_name}, ${word}, ${counted(line_count, 'line')}`,
        link: { type: counts.type, id },
      };
    },
    of: { products: isWith },
  });
}

function provideCounting(): void {
  counting.provide({
    findPosted: async (trx, parts) => {
      const found = await sql<PostedLine>`with places as (
          select product, location, lot, min(at) as at
          from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p (product integer, location integer, lot integer,
            at timestamptz)
          group by product, location, lot
        )
        select p.product, p.location, p.lot, f.id as count_id, f.count_number, ${instantText(sql`f.counted_at`)} as moment
        from places p cross join lateral (
          select c.id, c.count_number, l.counted_at from count_lines l join counts c on c.id = l.count_id
          where l.product_id = p.product and l.counted_at >= p.at and c.status = 'posted' and not l.is_merged
            and c.location_id = p.location and l.lot_id is not distinct from p.lot
          order by l.counted_at, l.id limit 1
        ) f order by p.product`.execute(trx);
      return found.rows;
    },
    noteMerge: async (trx, products) => {
      await sql`update count_lines set is_merged = true where product_id = any (${products}::integer[])`.execute(
        trx,
      );
    },
  });
}
