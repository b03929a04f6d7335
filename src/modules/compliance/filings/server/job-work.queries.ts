import { sql } from 'kysely';
import { type Db, findJson } from '~/kit/server/database/db';
import type { Transfer } from '~/modules/catalogue/transfers/transfers.fields';
import type { TaxDocumentLine } from '~/modules/sales/documents/print/tax-documents.fields';

export interface JobWorkRow
  extends Pick<
    Transfer,
    | 'id'
    | 'transfer_number'
    | 'challan_number'
    | 'transfer_date'
    | 'status'
    | 'to_name'
    | 'transporter_name'
    | 'transporter_id'
    | 'vehicle_number'
  > {
  /** With whom goods are at the location where they went. */
  vendor_id: number | null;
  /** The value is that of the moment when the goods moved. */
  lines: (Pick<TaxDocumentLine, 'id' | 'description' | 'hsn_code' | 'unit' | 'uqc' | 'quantity'> & {
    value: number | null;
  })[];
}

/** A transfer with what its e-way bill says of it; null where it does not exist. */
export async function findJobWork(db: Db, id: number): Promise<JobWorkRow | null> {
  return findJson<JobWorkRow>(
    db,
    sql`select t.id, t.transfer_number, t.challan_number, t.transfer_date, t.status, b.name as to_name, b.vendor_id,
        t.transporter_name, t.transporter_id, t.vehicle_number,
        (select json_agg(x order by x.position, x.id) from (
          select l.id, l.position, l.description, p.hsn_code, l.unit, l.quantity, l.value,
            (select u.uqc from units u where lower(u.code) = lower(l.unit)) as uqc
          from transfer_lines l join products p on p.id = l.product_id where l.transfer_id = t.id
        ) x) as lines
      from transfers t join locations b on b.id = t.to_id where t.id = ${id}`,
  );
}
