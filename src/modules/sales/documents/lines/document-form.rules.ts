import type { CustomValues } from '~/kit/shared/fields/custom';
import { ownFieldsOf } from '~/kit/shared/fields/own-fields';
import { ownProblems, ownPart, presetOwn, sentOwn, storedOwn } from '~/kit/shared/fields/typed-own';
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

/** Whom a document is made with. */
type PartyName = 'customer' | 'vendor';

type TypedParty<Party extends PartyName> = Record<`${Party}_id`, number | null> &
  Record<`${Party}_name`, string>;

/** A document as its form holds it, without its lines: header fields as typed text, null where nothing is chosen yet. */
export type TypedDocument<
  Header extends string,
  Party extends PartyName = 'customer',
> = TypedSupply &
  Readonly<Record<Header, string>> &
  TypedParty<Party> & {
    discount: TypedDiscount;
    /** In percent; null for the setting's rate. */
    tax_rate: number | null;
  };

interface Parts<Header, List, Chosen, Party> {
  fields: Fields;
  /** Left out for a customer. */
  party?: Party;
  /** The fields that are typed as text, in the order of the form. */
  header: readonly Header[];
  lists: Readonly<Record<List & string, LineList>>;
  /** The fields of a document that the form holds as they are, besides its customer or vendor. */
  chosen?: readonly Chosen[];
}

type PartyRecord = { id: number; company_name: string };

/** What every document's record has of what a form holds; a purchase has no addresses, and no place is chosen. */
type DocumentRow<Party extends PartyName> = TypedParty<Party> &
  DocumentDiscount & { tax_rate: number; custom?: CustomValues } & (Party extends 'customer'
    ? TypedSupply & { place_chosen: boolean }
    : Pick<TypedSupply, 'reverse_charge'>);

/**
 * The form of a document, from its fields: what it holds, sends and checks, and what of it two people may change,
 * each part for itself (docs/product/screens.md#two-people-at-one-record).
 */
export function documentForm<
  F extends Fields,
  const Header extends keyof F & string,
  const List extends string,
  const Chosen extends keyof F & string = never,
  const Party extends PartyName = 'customer',
>({
  fields,
  header,
  lists,
  chosen = [],
  ...rest
}: Parts<Header, List, Chosen, Party> & { fields: F & Readonly<Record<Header, Field>> }) {
  const party = (rest.party ?? 'customer') as Party;
  const partyId: `${Party}_id` = `${party}_id`;
  const listNames = Object.keys(lists) as List[];
  const taxable = mapNames(listNames, (list) =>
    remembered((line: TypedDocumentLine) => taxableLine(line, lists[list])),
  );
  const partNames = [
    partyId,
    ...chosen,
    ...header,
    ...listNames,
    'discount',
    'tax_rate',
    ...supplyNames,
  ] as const;
  type Typed = TypedDocument<Header, Party> & Readonly<Record<List, readonly TypedDocumentLine[]>>;
  return {
    ...headerForm<F, Header, Party>(fields, header, party),
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
    /** A part's value in words; `forms` are those that it may be of, which know the party's name. */
    partText: (part: string, value: unknown, forms: readonly TypedParty<Party>[]): string => {
      if (isIn(listNames, part)) return linesText(value as readonly TypedDocumentLine[]);
      if (part === partyId)
        return forms.find((form) => form[partyId] === value)?.[`${party}_name`] ?? '';
      return isIn(header, part)
        ? fieldText(fields[part], parseTyped(fields[part], String(value)), 'UTC')
        : chosenText(part, fields[part], value);
    },
  };
}

function typedParty<Party extends PartyName>(party: Party, id: number | null, name: string) {
  return { [`${party}_id`]: id, [`${party}_name`]: name } as TypedParty<Party>;
}

function emptyDocument<Header extends string, Party extends PartyName>(
  header: readonly Header[],
  party: TypedParty<Party>,
): TypedDocument<Header, Party> {
  return {
    ...mapNames(header, () => ''),
    ...party,
    discount: noTypedDiscount,
    tax_rate: null,
    ...noTypedSupply,
  };
}

function typedDocument<Header extends string, Party extends PartyName>(
  header: readonly Header[],
  party: Party,
  row: DocumentRow<Party> & Readonly<Record<Header, unknown>>,
): TypedDocument<Header, Party> {
  return {
    ...mapNames(header, (name) => textOf(row[name])),
    ...typedParty(party, row[`${party}_id`], row[`${party}_name`]),
    discount: typedDiscount(row),
    tax_rate: row.tax_rate,
    ...('place_chosen' in row
      ? storedSupply(row)
      : { ...noTypedSupply, reverse_charge: row.reverse_charge }),
  };
}

/** The header's part of it: what it holds, sends and checks. */
function headerForm<
  F extends Fields,
  const Header extends keyof F & string,
  Party extends PartyName,
>(fields: F & Readonly<Record<Header, Field>>, header: readonly Header[], party: Party) {
  return {
    empty: (record: PartyRecord | null) => ({
      ...emptyDocument(header, typedParty(party, record?.id ?? null, record?.company_name ?? '')),
      ...presetOwn(fields),
    }),
    typed: (row: DocumentRow<Party> & Readonly<Record<Header, unknown>>) => ({
      ...typedDocument(header, party, row),
      ...storedOwn(row),
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
