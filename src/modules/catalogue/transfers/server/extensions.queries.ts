import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';
import type { SqlPart } from '~/kit/server/database/db';
import { counted } from '~/kit/shared/money/numbers';
import { lotsAt } from '~/modules/catalogue/products/lots/server/lots.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import {
  registerMove,
  registerPart,
  registerUndo,
} from '~/modules/records/batches/server/registry.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import {
  detailOf,
  registerSearch,
  textOf,
} from '~/modules/records/records/server/search-sources.service';
import { registerEvents } from '~/modules/records/records/server/timeline-sources.service';
import { type Transfer, transferStatuses } from '../transfers.fields';
import { transferBulk, transferOneByOne } from './bulk.internal';
import { transferLines, transferLinks, transfers } from './transfers.queries';

const isWith = (product: number | SqlPart): SqlPart =>
  sql`t.id in (select transfer_id from transfer_lines where product_id = ${product})`;

export function provideTransfers(): void {
  registerSearch({
    type: 'transfer',
    kind: 'transfers',
    from: sql`transfers`,
    label: sql`t.transfer_number`,
    detail: detailOf(
      sql`(select a.name || ' to ' || b.name from locations a, locations b where a.id = t.from_id and b.id = t.to_id)`,
      sql`t.challan_number`,
    ),
    text: textOf(sql`t.transfer_number`, sql`t.challan_number`),
    isWhole: (whole) =>
      sql`(t.transfer_number = upper(${whole}) or t.challan_number = upper(${whole}))`,
  });
  registerRecords('transfers', {
    entity: transfers,
    links: transferLinks,
    lines: [transferLines],
  });
  registerDependents({
    table: 'transfers',
    type: 'transfer',
    label: sql`t.transfer_number`,
    join: sql``,
    readableBy: (person) => readable(person, 'transfers'),
    of: {
      locations: (id) => sql`t.status = 'draft' and (t.from_id = ${id} or t.to_id = ${id})`,
      products: isWith,
    },
  });
  provideChanges();
  provideEvents();
}

function provideChanges(): void {
  registerUndo({
    table: 'transfers',
    noun: 'Transfer',
    label: sql`t.transfer_number`,
    each: transferOneByOne,
  });
  registerBulk(transferBulk);
  registerPart({
    of: 'transfers',
    table: 'transfer_lines',
    owner: sql`t.transfer_id`,
    label: sql`t.description`,
    noun: null,
  });
  registerMove({
    of: 'products',
    table: 'transfer_lines',
    column: 'product_id',
    beside: lotsAt,
  });
}

type EventData = Pick<Transfer, 'id' | 'transfer_number' | 'status' | 'item_count'> & {
  from_name: string;
  to_name: string;
};

function provideEvents(): void {
  registerEvents<EventData>({
    name: transfers.type,
    kind: 'document',
    from: sql`transfers t join locations a on a.id = t.from_id join locations b on b.id = t.to_id`,
    rightsOf: 'transfers',
    details: sql`t.id, t.transfer_number, t.status, t.item_count, a.name as from_name, b.name as to_name`,
    describe: ({ id, transfer_number, status, item_count, from_name, to_name }) => {
      const word = transferStatuses.find(({ value }) => value === status)?.label ?? status;
      return {
        title: `Transfer ${transfer_number}`,
        text: `${from_name} to ${to_name}, ${word}, ${counted(item_count, 'item')}`,
        link: { type: transfers.type, id },
      };
    },
    of: {
      products: isWith,
      // Goods that go to a job worker, or come back.
      vendors: (id) => sql`${id} in (a.vendor_id, b.vendor_id)`,
    },
  });
}
