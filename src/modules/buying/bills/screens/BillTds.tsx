import { NativeSelect, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { FormField, FormGrid } from '~/kit/ui/form/FormParts';
import { rupees } from '~/kit/shared/money/money';
import { useDebouncedValue } from '@mantine/hooks';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { noCode, vendorsCode } from '../bill-form.rules';
import { billFields } from '../bills.fields';
import { useTds } from './bills.client';
import type { BillForm } from './useBillForm';

const typingPause = 400;

/** The TDS of the bill as the server computes it, and the amount that replaces it. */
export function BillTds({ form }: { form: BillForm }) {
  const { typed, change, errorOf, leave } = form;
  const { tds_codes } = useSettings();
  const data = useMemo(() => codeChoices(tds_codes), [tds_codes]);
  const isNone = typed.tds_code === noCode;
  const base = form.isGst ? (form.tax.preview?.subtotal ?? 0) : form.totals.subtotal;
  const [taxable] = useDebouncedValue(base, typingPause);
  const tds = useTds({
    vendor_id: isNone || !(taxable >= 0) ? null : typed.vendor_id,
    tds_code: typed.tds_code,
    bill_date: typed.bill_date,
    base: taxable,
  });
  return (
    <FormGrid>
      <FormField compact>
        <NativeSelect
          label={billFields.tds_code.label}
          value={typed.tds_code}
          error={errorOf('tds_code')}
          data={data}
          onChange={(event) => change({ tds_code: event.currentTarget.value })}
        />
      </FormField>
      <FormField compact>
        <TextInput
          label={billFields.tds_amount.label}
          value={typed.tds_amount}
          error={errorOf('tds_amount')}
          inputMode="decimal"
          leftSection="₹"
          autoComplete="off"
          placeholder={tds ? String(tds.tds_amount) : 'Computed'}
          onBlur={() => leave('tds_amount')}
          onChange={(event) => change({ tds_amount: event.currentTarget.value })}
        />
      </FormField>
      <FormField wide>
        <SoftText as="p" small>
          {tds && tds.tds_code !== null && !isNone
            ? `${tds.tds_code} at ${tds.rate ?? 0}%: ${rupees(tds.tds_amount)} on ${rupees(tds.base)}. ${tds.why}.`
            : 'No TDS is withheld unless you enter an amount.'}
        </SoftText>
      </FormField>
    </FormGrid>
  );
}

function codeChoices(codes: readonly { code: string; name: string }[]) {
  const names = new Map(codes.map(({ code, name }) => [code, name]));
  return [
    { value: vendorsCode, label: "The vendor's code" },
    { value: noCode, label: 'None' },
    ...[...names].map(([code, name]) => ({ value: code, label: `${code}: ${name}` })),
  ];
}
