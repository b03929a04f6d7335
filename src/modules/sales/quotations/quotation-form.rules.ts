import { nothingStored, ownPart } from '~/kit/shared/fields/typed-own';
import { picked } from '~/kit/shared/fields/picked';
import { remembered } from '~/kit/shared/fields/remembered';
import { addDays, type Day } from '~/kit/shared/time/days';
import {
  documentForm,
  type TypedDocument,
} from '~/modules/sales/documents/lines/document-form.rules';
import {
  emptyOrderLine,
  firstKey,
  type LinesDocument,
  orderLists,
  typedLines,
  type TypedLines,
  withoutEmptyLines,
} from '~/modules/sales/documents/lines/lines-form.rules';
import {
  type Quotation,
  quotationFields,
  quotationHeader,
  type QuotationWithLines,
} from './quotations.fields';
import { canChange, quotationProblems } from './quotations.rules';

/** The fields that can still change when a quotation is no longer a draft. */
export const openFields = ['reference', 'notes', 'is_template'] as const;

export const quotationForm = documentForm({
  fields: quotationFields,
  header: quotationHeader,
  lists: orderLists,
  chosen: ['lead_id', 'is_template'],
});

/** A quotation as its form holds it; `customer_name` is also the name of a lead. */
export type TypedQuotation = TypedDocument<(typeof quotationHeader)[number]> &
  TypedLines &
  Pick<Quotation, 'lead_id'> & { is_template: boolean };

export type QuotationParts = Omit<TypedQuotation, 'customer_name'>;

const typedQuotation = remembered(
  (quotation: QuotationWithLines): TypedQuotation => ({
    ...quotationForm.typed(quotation),
    ...typedLines(quotation),
    lead_id: quotation.lead_id,
    is_template: quotation.is_template,
  }),
);

function headOf(typed: TypedQuotation) {
  return {
    ...picked(typed, ['customer_id', 'lead_id', 'is_template']),
    ...quotationForm.sentHeader(typed),
  };
}

export const quotationDocument: LinesDocument<TypedQuotation, QuotationWithLines, QuotationParts> =
  {
    form: quotationForm,
    typedOf: typedQuotation,
    partsOf: (typed) => quotationForm.partsOf(withoutEmptyLines(typed)),
    problemsOf: (typed, draft) =>
      quotationProblems({
        ...draft,
        ...picked(typed, ['customer_id', 'lead_id', 'quotation_date']),
        // A missing one is a problem of the header.
        valid_until: typed.valid_until || typed.quotation_date,
      }),
    canEditLines: canChange,
    hasBuyer: ({ customer_id, lead_id }) => customer_id !== null || lead_id !== null,
    dayOf: ({ quotation_date }) => quotation_date,
    headOf,
    openOf: (typed, before) => {
      if (canChange(before).ok) return null;
      const head = headOf(typed);
      return { ...picked(head, openFields), ...ownPart(head) };
    },
    sentLine: ({ is_option }) => ({ is_option }),
  };

/** For whom a quotation is made, perhaps with values of custom fields that its form starts with. */
export type Buyer = Pick<TypedQuotation, 'customer_id' | 'lead_id' | 'customer_name'>;

export const noBuyer: Buyer = { customer_id: null, lead_id: null, customer_name: '' };

interface Beginning {
  today: Day;
  validityDays: number;
  buyer: Buyer;
}

export function emptyQuotation({ today, validityDays, buyer }: Beginning): TypedQuotation {
  return {
    ...quotationForm.empty(null),
    ...buyer,
    is_template: false,
    quotation_date: today,
    valid_until: addDays(today, validityDays),
    items: [emptyOrderLine(firstKey)],
    services: [],
  };
}

/** What a form takes over from a template: lines and texts for the customer. */
export function fromTemplate(template: QuotationWithLines) {
  const typed = typedQuotation(template);
  const asNew = (lines: TypedQuotation['items']) => lines.map((line) => ({ ...line, id: null }));
  return {
    ...picked(typed, ['cover_text', 'terms_conditions', 'discount', 'tax_rate']),
    items: asNew(typed.items),
    services: asNew(typed.services),
  };
}

/** The form of a new quotation like this one, with new dates. */
export function copiedQuotation(
  quotation: QuotationWithLines,
  beginning: Omit<Beginning, 'buyer'>,
): TypedQuotation {
  const typed = typedQuotation(quotation);
  const dates = picked(emptyQuotation({ ...beginning, buyer: typed }), [
    'quotation_date',
    'valid_until',
  ]);
  return {
    ...typed,
    ...nothingStored,
    ...fromTemplate(quotation),
    ...dates,
    is_template: false,
  };
}
