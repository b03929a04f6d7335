import type { CustomValues } from '~/kit/shared/fields/custom';
import {
  ownFieldsOf,
  ownProblems,
  ownPart,
  presetOwn,
  sentOwn,
  typedOwn,
} from '~/kit/shared/fields/own-fields';
import { fieldText } from '~/kit/shared/fields/field-text';
import type { Field, Fields, RowOf } from '~/kit/shared/fields/fields';
import { mapNames, picked } from '~/kit/shared/fields/picked';
import { remembered } from '~/kit/shared/fields/remembered';
import { parseTyped, readTyped } from '~/kit/shared/fields/typed-values';
import type { FieldProblem } from '~/kit/shared/verdict';
import type { DocumentDiscount } from './discounts.rules';
import type { PricedLine } from './totals.rules';
import {
  discountText,
  noTypedDiscount,
  type TypedDiscount,
  typedDiscount,
} from './typed-discounts.rules';
import {
  type LineList,
  linesText,
  pricedOf,
  taxableLine,
  type TypedDocumentLine,
} from './typed-lines.rules';
import { supplyNames } from '~/modules/sales/documents/taxes/tax-changes.rules';
import {
  noTypedSupply,
  storedSupply,
  type TypedSupply,
} from '~/modules/sales/documents/taxes/typed-supply.rules';

/** A document as its form holds it, without its lines: header fields as typed text, null where nothing is chosen yet. */
export type TypedDocument<Header extends string> = TypedSupply &
  Readonly<Record<Header, string>> & {
    customer_id: number | null;
    customer_name: string;
    discount: TypedDiscount;
    /** In percent; null for the setting's rate. */
    tax_rate: number | null;
  };

interface Parts<Header, List, Chosen> {
  fields: Fields;
  /** The fields that are typed as text, in the order of the form. */
  header: readonly Header[];
  lists: Readonly<Record<List & string, LineList>>;
  /** The fields of a document that the form holds as they are, besides its customer. */
  chosen?: readonly Chosen[];
}

type Customer = { id: number; company_name: string };

/** What every document's record has of what a form holds. */
type DocumentRow = TypedSupply &
  DocumentDiscount & {
    customer_id: number | null;
    customer_name: string;
    tax_rate: number;
    place_chosen: boolean;
    custom?: CustomValues;
  };

/**
 * The form of a sales document, from its fields: what it holds, sends and checks, and what of it two people may change,
 * each part for itself (docs/product/screens.md#two-people-at-one-record).
 */
export function documentForm<
  F extends Fields,
  const Header extends keyof F & string,
  const List extends string,
  const Chosen extends keyof F & string = never,
>({
  fields,
  header,
  lists,
  chosen = [],
}: Parts<Header, List, Chosen> & { fields: F & Readonly<Record<Header, Field>> }) {
  const listNames = Object.keys(lists) as List[];
  const taxable = mapNames(listNames, (list) =>
    remembered((line: TypedDocumentLine) => taxableLine(line, lists[list])),
  );
  const partNames = [
    'customer_id',
    ...chosen,
    ...header,
    ...listNames,
    'discount',
    'tax_rate',
    ...supplyNames,
  ] as const;
  type Typed = TypedDocument<Header> & Readonly<Record<List, readonly TypedDocumentLine[]>>;
  return {
    ...headerForm<F, Header>(fields, header),
    pricedLines: (typed: Readonly<Record<List, readonly TypedDocumentLine[]>>): PricedLine[] =>
      listNames.flatMap((list) => typed[list].map((line) => pricedOf(line, lists[list]))),
    /** The lines of a form as they are taxed, with their keys and names. */
    taxableLines: (typed: Readonly<Record<List, readonly TypedDocumentLine[]>>) =>
      listNames.flatMap((list) => typed[list].map(taxable[list])),
    partsOf: <T extends Typed & Readonly<Record<Chosen, unknown>>>(typed: T) => ({
      ...picked(typed, partNames),
      ...ownPart(typed),
    }),
    partLabel: (part: string) =>
      isIn(listNames, part) ? `${lists[part].noun}s` : fieldLabel(fields, part),
    /** A part's value in words; `forms` are those that it may be of, which know the customer's name. */
    partText: (part: string, value: unknown, forms: readonly NamedCustomer[]): string => {
      if (isIn(listNames, part)) return linesText(value as readonly TypedDocumentLine[]);
      if (part === 'customer_id')
        return forms.find(({ customer_id }) => customer_id === value)?.customer_name ?? '';
      return isIn(header, part)
        ? fieldText(fields[part], parseTyped(fields[part], String(value)), 'UTC')
        : chosenText(part, fields[part], value);
    },
  };
}

type NamedCustomer = Pick<TypedDocument<never>, 'customer_id' | 'customer_name'>;

function emptyDocument<Header extends string>(
  header: readonly Header[],
  customer: Customer | null,
): TypedDocument<Header> {
  return {
    customer_id: customer?.id ?? null,
    customer_name: customer?.company_name ?? '',
    ...mapNames(header, () => ''),
    discount: noTypedDiscount,
    tax_rate: null,
    ...noTypedSupply,
  };
}

function typedDocument<Header extends string>(
  header: readonly Header[],
  row: DocumentRow & Readonly<Record<Header, unknown>>,
): TypedDocument<Header> {
  return {
    customer_id: row.customer_id,
    customer_name: row.customer_name,
    ...mapNames(header, (name) => textOf(row[name])),
    discount: typedDiscount(row),
    tax_rate: row.tax_rate,
    ...storedSupply(row),
  };
}

/** The header's part of it: what it holds, sends and checks. */
function headerForm<F extends Fields, const Header extends keyof F & string>(
  fields: F & Readonly<Record<Header, Field>>,
  header: readonly Header[],
) {
  return {
    empty: (customer: Customer | null) => ({
      ...emptyDocument(header, customer),
      ...presetOwn(fields),
    }),
    typed: (row: DocumentRow & Readonly<Record<Header, unknown>>) => ({
      ...typedDocument(header, row),
      ...typedOwn(row),
    }),
    /** What the form takes over from another document, such as the order that an invoice charges for. */
    carriedFrom: <Name extends Header | keyof TypedSupply>(
      row: Readonly<Record<Name, unknown>>,
      names: readonly Name[],
    ) =>
      mapNames(names, (name) => (isIn(header, name) ? textOf(row[name]) : row[name])) as Pick<
        TypedDocument<Header>,
        Name
      >,
    /** The header of the request, for a form without problems. */
    sentHeader: (typed: Record<Header, string>) =>
      ({
        ...mapNames(header, (name) => sentValue(fields[name], typed[name])),
        ...sentOwn(fields, typed),
      }) as Pick<RowOf<F>, Header>,
    headerProblems: (typed: Record<Header, string>): FieldProblem[] => [
      ...header.flatMap((name) => headerProblem(name, fields[name], typed[name])),
      ...ownProblems(fields, typed),
    ],
  };
}

function fieldLabel(fields: Fields, part: string): string {
  if (part === 'discount') return 'Discount';
  return fields[part]?.label ?? ownFieldsOf(fields)[part]?.label ?? part;
}

function headerProblem(name: string, field: Field, typed: string): FieldProblem[] {
  const reading = readTyped(field, typed, 'form');
  if (reading.ok) return [];
  const isMissing = field.kind === 'day' && typed.trim() === '';
  return [{ field: name, message: isMissing ? `${field.label} is required` : reading.message }];
}

/** The words for a part that is not typed as text. */
function chosenText(part: string, field: Field | undefined, value: unknown): string {
  if (part === 'discount') return discountText(value as TypedDiscount);
  if (part === 'tax_rate') return `${String(value)}%`;
  return field ? fieldText(field, value, 'UTC') : '';
}

function isIn<Name extends string>(names: readonly Name[], name: string): name is Name {
  return names.some((each) => each === name);
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

/** A value that the field refuses is sent as typed: the server answers with the reason. */
function sentValue(field: Field, typed: string): unknown {
  const reading = readTyped(field, typed, 'form');
  return reading.ok ? reading.value : typed;
}
