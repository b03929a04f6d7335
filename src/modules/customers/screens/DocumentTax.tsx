import { GstTotals, type NamedLine } from '~/modules/documents/screens/GstTotals';
import type { ShownTaxPreview } from '~/modules/documents/screens/useTaxPreview';
import type { TypedSupply } from '~/modules/documents/typed-supply.rules';
import { DocumentSupply } from './DocumentSupply';

interface Props {
  form: {
    typed: TypedSupply & { customer_id: number | null };
    change: (supply: Partial<TypedSupply>) => void;
    tax: ShownTaxPreview;
    lines: readonly NamedLine[];
  };
}

/** The part of a document's form that is about GST: who and where, and the sums. */
export function DocumentTax({ form }: Props) {
  const { customer_id } = form.typed;
  return (
    <>
      {customer_id === null ? null : (
        <DocumentSupply
          customerId={customer_id}
          typed={form.typed}
          preview={form.tax.preview}
          onChange={form.change}
        />
      )}
      <GstTotals {...form.tax} lines={form.lines} />
    </>
  );
}
