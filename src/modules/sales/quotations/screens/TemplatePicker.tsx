import { useState } from 'react';
import { searchFilter } from '~/kit/shared/filters/filters';
import { formatMoney } from '~/kit/shared/money/money';
import { reportFailure } from '~/kit/ui/calls/reportFailure';
import { FormField, FormGrid } from '~/kit/ui/form/FormParts';
import { RecordPicker } from '~/kit/ui/form/RecordPicker';
import type { Quotation, QuotationWithLines } from '../quotations.fields';
import { quotationLabel } from '../quotations.rules';
import { getQuotation, useQuotations } from './quotations.client';

const search = searchFilter(['quotation_number', 'reference', 'customer_name']);
const isTemplate = ({ is_template }: Quotation) => is_template;
const nameOf = (quotation: Quotation) => quotation.reference ?? quotationLabel(quotation);
const noteOf = (quotation: Quotation) =>
  [
    quotationLabel(quotation),
    quotation.customer_name,
    formatMoney(quotation.total_amount, 'INR'),
  ].join(' · ');

/** "Start from Template": its lines, cover text and terms (docs/product/quotations.md#screen). */
export function TemplatePicker({
  onTemplate,
}: {
  onTemplate: (template: QuotationWithLines) => void;
}) {
  const quotations = useQuotations();
  const [chosen, setChosen] = useState<number | null>(null);
  if (!quotations.rows.some(isTemplate)) return null;
  const choose = async ({ id }: Quotation) => {
    setChosen(id);
    const template = await reportFailure({ refused: 'Failed to load template' }, () =>
      getQuotation(id),
    );
    onTemplate(template);
  };
  return (
    <FormGrid>
      <FormField wide>
        <RecordPicker
          label="Start from Template"
          value={chosen}
          onChange={(quotation) => void choose(quotation).catch(() => setChosen(null))}
          list={quotations}
          isOffered={isTemplate}
          search={search}
          nameOf={nameOf}
          noteOf={noteOf}
          placeholder="None (start from scratch)"
        />
      </FormField>
    </FormGrid>
  );
}
