import type { PrintDocument } from '~/kit/shared/print/print-document';
import { formatDay } from '~/kit/shared/time/days';
import { grossOf, sumOf } from '~/modules/sales/documents/lines/totals.rules';
import {
  type DocumentParty,
  noPrintedTexts,
  type TaxDocumentLine,
} from '~/modules/sales/documents/print/tax-documents.fields';
import { taxPrintDocument } from '~/modules/sales/documents/print/tax-documents.print';
import type { PurchaseLine, PurchaseOrder, PurchaseOrderWithItems } from './purchase-orders.fields';

/** Who orders and from whom, as they are now. */
export interface PurchaseParties {
  /** The company. */
  seller: DocumentParty;
  /** The vendor. */
  buyer: DocumentParty;
  /** A data URL. */
  logo: string | null;
}

/** A purchase order on paper (docs/product/purchase-orders.md#document), without the notes for colleagues. */
export function purchaseOrderPrint(
  order: PurchaseOrderWithItems,
  { logo, ...parties }: PurchaseParties,
): PrintDocument {
  const { items, discount_percent: percent, discount_amount: amount, ...head } = order;
  return taxPrintDocument(
    {
      ...noPrintedTexts,
      ...head,
      ...parties,
      kind: 'purchase_order',
      number: order.purchase_number,
      date: order.order_date,
      due_date: order.expected_date,
      // What the vendor supplies is said on its own bill.
      supply_type: 'b2b',
      lut_number: null,
      delivery: null,
      lines: items.map((line) => printedLine(line, order)),
      discount: amount > 0 ? { percent, amount } : null,
      original: null,
      reason: null,
      notes: null,
    },
    { account: null, logo },
  );
}

function printedLine(line: PurchaseLine, order: PurchaseOrder): TaxDocumentLine {
  const { discount_share: share, discount_amount, expected_date: day } = line;
  const isEarlier = day !== null && day !== order.expected_date;
  return {
    ...line,
    description: isEarlier ? `${line.description}\nExpected ${formatDay(day)}` : line.description,
    isService: line.product_id === null,
    uqc: null,
    gross_amount: grossOf(line),
    discount_percent: share === 0 ? line.discount_percent : null,
    discount_amount: sumOf([discount_amount, share]),
    document_discount: share,
    taxable_value: line.taxable_value,
  };
}
