import { takenOwn, typedOwn } from '~/kit/shared/fields/typed-own';
import { Checkbox } from '@mantine/core';
import { memo, useState } from 'react';
import { orNetworkError, reportFailure } from '~/kit/ui/calls/reportFailure';
import { DialogBody } from '~/kit/ui/dialog/DialogParts';
import { DateInput } from '~/kit/ui/inputs/DateInput';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { toast } from '~/kit/ui/messages/toasts';
import { FormField, FormGrid } from '~/kit/ui/form/FormParts';
import { useLast } from '~/kit/ui/hooks/useLast';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { customerFields } from '~/modules/sales/customers/customers.fields';
import { type Lead, leadFields } from '~/modules/sales/leads/leads.fields';
import { DocumentTax } from '~/modules/sales/customers/screens/DocumentTax';
import { useListPrices } from '~/modules/sales/price-lists/screens/list-prices.client';
import { CustomerPicker } from '~/modules/sales/customers/screens/CustomerPicker';
import { OwnInputs } from '~/modules/sales/documents/lines/screens/OwnInputs';
import { TextFields } from '~/modules/sales/documents/lines/screens/TextFields';
import { noTypedSupply } from '~/modules/sales/documents/taxes/typed-supply.rules';
import { LeadPicker } from '~/modules/sales/leads/screens/LeadPicker';
import {
  type DialogCallbacks,
  LinesDialog,
  LinesFormBody,
} from '~/modules/sales/documents/lines/screens/LinesForm';
import { useLinesForm } from '~/modules/sales/documents/lines/screens/useLinesForm';
import {
  type Buyer,
  copiedQuotation,
  emptyQuotation,
  fromTemplate,
  noBuyer,
  quotationDocument,
  type TypedQuotation,
} from '../quotation-form.rules';
import {
  type Quotation,
  quotationFields,
  quotationTexts,
  type QuotationWithLines,
} from '../quotations.fields';
import { canChange, isIssued, quotationLabel } from '../quotations.rules';
import { createQuotation, type Quotations, useWholeQuotation } from './quotations.client';
import { TemplatePicker } from './TemplatePicker';

/** Keep it the same object while the form is open. */
export type QuotationSubject =
  | { what: 'new'; buyer?: Buyer /** Of the buyer. */; custom?: Lead['custom'] }
  | { what: 'edit' | 'copy'; record: Quotation };

interface Props {
  /** The list that is open, where there is one. */
  quotations?: Pick<Quotations, 'create' | 'update'>;
  subject: QuotationSubject | null;
  onClose: () => void;
}

const texts = {
  new: { title: 'New Quotation', submit: 'Create Quotation' },
  copy: { title: 'Duplicate Quotation', submit: 'Create Quotation' },
  edit: { title: 'Edit Quotation', submit: 'Update Quotation' },
};

/** The form of a quotation (docs/product/quotations.md#screen). */
export default function QuotationForm({ quotations, subject, onClose }: Props) {
  const last = useLast(subject);
  if (!last) return null;
  const { title, submit } = texts[last.what];
  const buyer = last.what === 'new' ? last.buyer : undefined;
  return (
    <LinesDialog
      opened={subject !== null}
      onClose={onClose}
      title={buyer ? `Create Quotation for ${buyer.customer_name}` : title}
      submitLabel={submit}
    >
      {(callbacks) =>
        last.what === 'new' ? (
          <Form callbacks={callbacks} quotations={quotations} existing={null} subject={last} />
        ) : (
          <LoadedForm callbacks={callbacks} quotations={quotations} subject={last} />
        )
      }
    </LinesDialog>
  );
}

interface FormProps<Subject extends QuotationSubject = QuotationSubject> {
  callbacks: DialogCallbacks;
  quotations: Props['quotations'];
  subject: Subject;
}

function LoadedForm(props: FormProps<Exclude<QuotationSubject, { what: 'new' }>>) {
  // Keeps the version that the form was opened with, since others may change it in the meantime.
  const [opened] = useState(props.subject.record);
  const { data, state, isEarlier, retry } = useWholeQuotation(opened);
  if (data && !isEarlier) return <Form {...props} existing={data} />;
  return (
    <DialogBody>
      <NotLoaded what="quotation" state={state} height={320} onRetry={retry} />
    </DialogBody>
  );
}

function useQuotationForm({ callbacks, quotations, subject, existing }: ExistingProps) {
  const { today } = useCompany();
  const { order_tax_rate: settingRate, quotation_validity_days: validityDays } = useSettings();
  const before = subject.what === 'edit' ? existing : null;
  const { buyer = noBuyer } = subject.what === 'new' ? subject : {};
  const form = useLinesForm({
    kind: quotationDocument,
    before,
    empty: () =>
      existing
        ? copiedQuotation(existing, { today, validityDays })
        : emptyQuotation({ today, validityDays, buyer: { ...buyer, ...ownOf(subject) } }),
    draftKey: draftKeyOf(subject),
    settingRate,
    onSaved: callbacks.onSaved,
    onSubmit: async (body, key, save) => {
      const { refused, done } = before ? outcomes.update : outcomes.create;
      await reportFailure(orNetworkError(refused), () =>
        before
          ? save(async (change) => quotations?.update(before.id, change))
          : (quotations?.create ?? createQuotation)(body, key),
      );
      toast('success', done);
    },
  });
  useListPrices(form.priced);
  return { form, before, settingRate };
}

/** The values of the buyer's own fields that a quotation has too. */
function ownOf(subject: QuotationSubject): Record<string, string> {
  if (subject.what !== 'new' || !subject.buyer || !subject.custom) return {};
  const fields = subject.buyer.lead_id === null ? customerFields : leadFields;
  return typedOwn({
    custom: takenOwn(quotationFields, { fields, row: { custom: subject.custom } }),
  });
}

const outcomes = {
  create: { refused: 'Failed to create quotation', done: 'Quotation created successfully' },
  update: { refused: 'Failed to update quotation', done: 'Quotation updated successfully' },
};

function draftKeyOf(subject: QuotationSubject): string {
  if (subject.what !== 'new') return `Quotation ${subject.what} ${subject.record.id}`;
  const { customer_id, lead_id } = subject.buyer ?? noBuyer;
  return `New quotation ${customer_id ?? ''} ${lead_id ?? ''}`;
}

interface ExistingProps extends FormProps {
  existing: QuotationWithLines | null;
}

function Form(props: ExistingProps) {
  const { callbacks, subject } = props;
  const { form, before, settingRate } = useQuotationForm(props);
  const { typed, change } = form;
  const lock = before ? canChange(before) : null;
  const isLocked = lock?.ok === false;
  const isNew = subject.what === 'new';
  return (
    <LinesFormBody
      callbacks={callbacks}
      form={form}
      settingRate={settingRate}
      submitLabel={texts[subject.what].submit}
      lockedText={lock?.ok === false ? lock.message : null}
      tax={<DocumentTax form={form} isForLead={typed.lead_id !== null} locked={isLocked} />}
      withOptions
      isFirst={isNew && subject.buyer !== undefined}
      heading={
        <>
          {before ? <p>{quotationLabel(before)}</p> : null}
          <Heading
            {...headOf(typed)}
            hasBuyer={isNew && subject.buyer !== undefined}
            isFirst={isNew}
            isLocked={isLocked}
            buyerError={form.errorOf('customer_id')}
            dateError={form.errorOf('quotation_date')}
            untilError={form.errorOf('valid_until')}
            change={change}
            leave={form.leave}
          />
          {isNew ? <TemplatePicker onTemplate={(of) => change(fromTemplate(of))} /> : null}
        </>
      }
    >
      <TextFields
        form={form}
        fields={quotationFields}
        names={quotationTexts}
        labels={{ notes: 'Internal Notes' }}
        locked={isLocked ? lockedTexts : []}
      />
      <Checkbox
        mt={12}
        label="Keep as template"
        checked={typed.is_template}
        onChange={(event) => change({ is_template: event.currentTarget.checked })}
      />
      <OwnInputs
        form={form}
        fields={quotationFields}
        issued={before !== null && isIssued(before) ? before : null}
      />
    </LinesFormBody>
  );
}

const lockedTexts = ['cover_text', 'terms_conditions'] as const;

type Head = Pick<
  TypedQuotation,
  'customer_id' | 'lead_id' | 'customer_name' | 'quotation_date' | 'valid_until'
>;

function headOf({ customer_id, lead_id, customer_name, quotation_date, valid_until }: Head): Head {
  return { customer_id, lead_id, customer_name, quotation_date, valid_until };
}

type Sent = string | true | null;

interface HeadingProps extends Head {
  hasBuyer: boolean;
  isFirst: boolean;
  isLocked: boolean;
  buyerError: Sent;
  dateError: Sent;
  untilError: Sent;
  change: (values: Partial<TypedQuotation>) => void;
  leave: (name: string) => void;
}

const Heading = memo(function Heading(props: HeadingProps) {
  const { change, leave, isLocked } = props;
  return (
    <FormGrid>
      {props.hasBuyer ? null : <BuyerFields {...props} />}
      <FormField required>
        <DateInput
          label="Quotation Date"
          aria-required
          readOnly={isLocked}
          value={props.quotation_date}
          error={props.dateError}
          onChange={(quotation_date) => change({ quotation_date })}
          onBlur={() => leave('quotation_date')}
        />
      </FormField>
      <FormField required>
        <DateInput
          label="Valid Until"
          aria-required
          readOnly={isLocked}
          value={props.valid_until}
          error={props.untilError}
          onChange={(valid_until) => change({ valid_until })}
          onBlur={() => leave('valid_until')}
        />
      </FormField>
    </FormGrid>
  );
});

/** A quotation is for a customer or for a lead: choosing one takes the other away. */
function BuyerFields({ change, leave, isLocked, ...props }: HeadingProps) {
  const readsLeads = useMay('leads.read').ok;
  const choose = (buyer: Buyer) => change({ ...buyer, ...noTypedSupply });
  const shared = {
    locked: isLocked,
    onClear: () => choose(noBuyer),
    onBlur: () => leave('customer_id'),
  };
  return (
    <>
      <FormField>
        <CustomerPicker
          {...shared}
          value={props.customer_id}
          chosenName={props.customer_name}
          error={props.buyerError}
          isFirst={props.isFirst}
          onChange={({ id, company_name }) =>
            choose({ customer_id: id, lead_id: null, customer_name: company_name })
          }
        />
      </FormField>
      {readsLeads || props.lead_id !== null ? (
        <FormField>
          <LeadPicker
            {...shared}
            label="Or Lead"
            value={props.lead_id}
            chosenName={props.customer_name}
            onChange={({ id, company_name }) =>
              choose({ customer_id: null, lead_id: id, customer_name: company_name })
            }
          />
        </FormField>
      ) : null}
    </>
  );
}
