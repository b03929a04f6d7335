import { TextInput } from '@mantine/core';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import {
  type PaymentMethod,
  paymentMethodFields,
} from '~/modules/organization/company/accounts.fields';
import type { PaymentMethods } from '~/modules/organization/company/screens/accounts.client';

export type OpenDialog =
  | { what: 'edit' | 'remove'; method: PaymentMethod }
  | { what: 'create'; method: null };

interface Props {
  methods: PaymentMethods;
  open: OpenDialog | null;
  onClose: () => void;
}

export default function PaymentMethodDialogs({ methods, open, onClose }: Props) {
  return (
    <>
      <MethodForm methods={methods} open={open} onClose={onClose} />
      <RemoveQuestion
        methods={methods}
        method={open?.what === 'remove' ? open.method : null}
        onClose={onClose}
      />
    </>
  );
}

const names = [
  'type',
  'label',
  'brand',
  'account_holder',
  'account_number',
  'ifsc',
  'upi_id',
  'last4',
  'is_default',
] as const;
const sections = [{ title: '', names }];

type Name = (typeof names)[number];

const ownNames: Record<PaymentMethod['type'], readonly Name[]> = {
  bank: ['account_number', 'ifsc'],
  upi: ['upi_id'],
  card: ['last4'],
};
const typeNames = Object.values(ownNames).flat();

const brandLabels = { bank: 'Bank Name', upi: 'UPI App', card: 'Card Brand' };

function MethodForm({ methods, open, onClose }: Props) {
  const method = open?.what === 'edit' ? open.method : null;
  return (
    <FormDialog
      opened={open?.what === 'create' || open?.what === 'edit'}
      onClose={onClose}
      title={method ? 'Edit Payment Method' : 'Add Payment Method'}
      size="lg"
      fields={paymentMethodFields}
      initial={method ?? { type: 'bank' }}
      sections={sections}
      inputs={inputsOf}
      follow={emptyOthers}
      submitLabel="Save Payment Method"
      failedText="Failed to save payment method"
      onSubmit={async (values, _key, save) => {
        if (method)
          await save(withoutDerived(method, values), (body) => methods.update(method.id, body));
        else await methods.create(values);
        return `Payment method ${method ? 'updated' : 'added'} successfully`;
      }}
    />
  );
}

/**
 * Omits `last4` where the server derives it from the account number, and an unchanged `is_default`, which cannot be
 * unset.
 */
function withoutDerived(
  before: PaymentMethod,
  values: Parameters<PaymentMethods['update']>[1],
): Parameters<PaymentMethods['update']>[1] {
  const { last4, is_default, ...rest } = values;
  return {
    ...rest,
    ...(values.account_number ? {} : { last4 }),
    ...(is_default === before.is_default ? {} : { is_default }),
  };
}

type Typed = Readonly<Record<string, string>>;

function typeOf(typed: Typed): PaymentMethod['type'] {
  const { type } = typed;
  return type === 'upi' || type === 'card' ? type : 'bank';
}

function emptyOthers(name: string, typed: Typed): Partial<Record<Name, string>> {
  if (name !== 'type') return {};
  const others = typeNames.filter((each) => !ownNames[typeOf(typed)].includes(each));
  return Object.fromEntries(others.map((each) => [each, '']));
}

const nothing = () => null;

function inputsOf(typed: Typed) {
  const type = typeOf(typed);
  const others = typeNames.filter((each) => !ownNames[type].includes(each));
  return {
    ...Object.fromEntries(others.map((each) => [each, nothing])),
    brand: (props: FieldInputProps) => <BrandInput {...props} label={brandLabels[type]} />,
  };
}

function BrandInput({ required: _, onChange, ...props }: FieldInputProps) {
  return (
    <TextInput
      {...props}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface QuestionProps {
  methods: PaymentMethods;
  method: PaymentMethod | null;
  onClose: () => void;
}

function RemoveQuestion({ methods, method, onClose }: QuestionProps) {
  const name = method?.label ?? method?.brand ?? method?.upi_id ?? 'This payment method';
  return (
    <ConfirmDialog
      opened={method !== null}
      title="Remove Payment Method"
      subject={name}
      message={
        method?.is_default && methods.rows.length > 1
          ? 'It is the default; another payment method will be printed on new invoices instead.'
          : 'It will no longer be offered for new invoices. Issued invoices do not change.'
      }
      confirmLabel="Remove"
      danger
      failed={{ refused: 'Failed to remove payment method' }}
      onConfirm={async () => {
        if (!method) return;
        await methods.delete(method.id);
        return 'Payment method removed successfully';
      }}
      onClose={onClose}
    />
  );
}
