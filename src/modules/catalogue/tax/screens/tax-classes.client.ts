import { useMemo } from 'react';
import type { Choice } from '~/kit/shared/fields/fields';
import { compareTexts } from '~/kit/ui/feeds/list-rows';
import { type Records, useRecords } from '~/kit/ui/records/useRecords';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import type { NewTaxClass, TaxClass, TaxClassPatch } from '../tax-classes.fields';

export type TaxClasses = Records<TaxClass, NewTaxClass, TaxClassPatch>;

export function useTaxClasses(): TaxClasses {
  return useRecords<TaxClass, NewTaxClass, TaxClassPatch>({
    entity: 'tax_classes',
    path: '/tax-classes',
    unscoped: true,
    order: (a, b) => compareTexts(a.name, b.name) || a.id - b.id,
  });
}

const taxFields = ['hsn_code', 'tax_class_id'] as const;

interface TaxFields {
  shown: readonly (typeof taxFields)[number][];
  hidden: readonly (typeof taxFields)[number][];
  classes: readonly Choice[];
}

/** The fields of tax of a product or a service: hidden while tax is one rate a document (docs/product/tax.md#hsn-and-sac). */
export function useTaxFields(): TaxFields {
  const isGst = useSettings().tax_mode === 'gst';
  const { rows } = useTaxClasses();
  return useMemo(
    () => ({
      shown: isGst ? taxFields : [],
      hidden: isGst ? [] : taxFields,
      classes: rows.map(({ id, name }) => ({ value: String(id), label: name })),
    }),
    [isGst, rows],
  );
}
