import { type RawBuilder, sql } from 'kysely';
import { foldedText } from '~/kit/server/lists/window-terms';
import type { Kind as RightsKind } from '~/modules/organization/users/rights.rules';
import type { FoundType } from '../search.fields';

export interface Kind {
  type: FoundType;
  from: RawBuilder<unknown>;
  follows?: RawBuilder<unknown>;
  label: RawBuilder<unknown>;
  detail: RawBuilder<unknown>;
  /** What rights name it; null for what is not a matter of rights. */
  kind: RightsKind | null;
  /** All that is searched of a record, folded, one part a line; as an index has it (migration 0115). */
  text: RawBuilder<unknown>;
  /** Where `text` is this alone: it has an index of its own. */
  number?: RawBuilder<unknown>;
  /** What an index has instead: all of `text`, and more. */
  indexed?: RawBuilder<unknown>;
  /** What an index that is no search's finds of those that are it, and of those that begin with it. */
  isWhole?: (whole: RawBuilder<unknown>) => RawBuilder<unknown>;
  isBeginning?: (beginning: RawBuilder<unknown>) => RawBuilder<unknown>;
}

const detailOf = (...parts: RawBuilder<unknown>[]) =>
  sql`nullif(concat_ws(' · ', ${sql.join(parts)}), '')`;

const digitsOfPhone = sql`phone_digits(t.phone)`;
/** Closed by a line's end, so that it is known what a part is whole. */
const partsOf = (...parts: RawBuilder<unknown>[]) => {
  const texts = parts.map((part) => sql`coalesce(${part}, '')`);
  return sql`folded(E'\n' || ${sql.join(texts, sql` || E'\n' || `)} || E'\n')`;
};

const named = [sql`t.company_name`, sql`t.contact_person`, sql`t.email`, sql`t.phone`];
const leadText = partsOf(...named, digitsOfPhone);
const customerText = partsOf(sql`t.customer_code`, ...named, digitsOfPhone);
// As the indexes have them (migration 0115).
const leadIndexed = foldedText([...named, digitsOfPhone, sql`t.industry`, sql`t.city`]);
const customerIndexed = foldedText([...named, sql`t.customer_code`, digitsOfPhone, sql`t.city`]);
const productText = partsOf(sql`t.sku_code`, sql`t.product_name`, sql`t.barcode`);
const productIndexed = sql`folded(E'\n' || t.sku_code || E'\n' || t.product_name || E'\n' || coalesce(t.barcode, '')
  || E'\n' || coalesce(t.description, ''))`;
const serviceText = partsOf(sql`t.service_name`, sql`t.sku_code`);
const userText = partsOf(
  sql`t.first_name || ' ' || t.last_name`,
  sql`t.username`,
  sql`t.email`,
  sql`t.phone`,
  digitsOfPhone,
);

const ofCustomer = sql`join customers c on c.id = t.customer_id`;
const ofInvoice = sql`join invoices i on i.id = t.invoice_id join customers c on c.id = i.customer_id`;
const ofBoth = detailOf(sql`i.invoice_number`, sql`c.company_name`);

/** What is found by its number alone. */
const numbered = (number: RawBuilder<unknown>) => ({
  label: number,
  number,
  text: partsOf(number),
});

const noteOf = (type: 'credit_note' | 'debit_note', from: RawBuilder<unknown>): Kind => ({
  type,
  kind: 'invoices',
  from: sql`(select * from credit_notes where kind = ${from})`,
  follows: ofInvoice,
  detail: ofBoth,
  ...numbered(sql`t.note_number`),
});

export const kinds: readonly Kind[] = [
  {
    type: 'lead',
    kind: 'leads',
    from: sql`leads`,
    label: sql`t.company_name`,
    detail: detailOf(sql`t.contact_person`, sql`t.email`, sql`t.phone`),
    text: leadText,
    indexed: leadIndexed,
    isWhole: (whole) =>
      sql`(name_sound(t.company_name) = name_sound(${whole}) or folded(t.email) = ${whole})`,
    isBeginning: (beginning) => sql`folded(t.company_name) like ${beginning}`,
  },
  {
    type: 'customer',
    kind: 'customers',
    from: sql`customers`,
    label: sql`t.company_name`,
    detail: detailOf(sql`t.customer_code`, sql`t.contact_person`, sql`t.email`, sql`t.phone`),
    text: customerText,
    indexed: customerIndexed,
    isWhole: (whole) => sql`(name_sound(t.company_name) = name_sound(${whole})
      or folded(t.email) = ${whole} or lower(t.customer_code) = ${whole})`,
    isBeginning: (beginning) => sql`folded(t.company_name) like ${beginning}`,
  },
  {
    type: 'product',
    kind: 'products',
    from: sql`products`,
    label: sql`t.product_name`,
    detail: sql`t.sku_code`,
    text: productText,
    indexed: productIndexed,
    isWhole: (whole) =>
      sql`(name_sound(t.product_name) = name_sound(${whole}) or lower(t.sku_code) = ${whole})`,
  },
  {
    type: 'service',
    kind: 'services',
    from: sql`services`,
    label: sql`t.service_name`,
    detail: detailOf(sql`t.sku_code`, sql`t.service_type`),
    text: serviceText,
  },
  {
    type: 'order',
    kind: 'orders',
    from: sql`orders`,
    follows: ofCustomer,
    detail: sql`c.company_name`,
    ...numbered(sql`t.order_number`),
    isWhole: (whole) => sql`t.order_number = upper(${whole})`,
  },
  {
    type: 'invoice',
    kind: 'invoices',
    from: sql`invoices`,
    follows: ofCustomer,
    detail: sql`c.company_name`,
    ...numbered(sql`t.invoice_number`),
    isWhole: (whole) => sql`t.invoice_number = upper(${whole})`,
  },
  {
    type: 'payment',
    kind: 'payments',
    from: sql`payments`,
    follows: ofInvoice,
    label: sql`t.reference_number`,
    detail: ofBoth,
    text: partsOf(sql`t.reference_number`),
  },
  {
    type: 'advance',
    kind: 'payments',
    from: sql`advances`,
    follows: ofCustomer,
    detail: sql`c.company_name`,
    ...numbered(sql`t.voucher_number`),
  },
  noteOf('credit_note', sql`'credit'`),
  noteOf('debit_note', sql`'debit'`),
];

// Users are found by administrators only (docs/product/search.md#what-is-found).
export const users: Kind = {
  type: 'user',
  kind: null,
  from: sql`users`,
  label: sql`t.first_name || ' ' || t.last_name`,
  detail: detailOf(sql`t.username`, sql`t.email`),
  text: userText,
};
