import { NativeSelect, TextInput } from '@mantine/core';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { useLast } from '~/kit/ui/hooks/useLast';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { LikelyDuplicates } from '~/modules/records/duplicates/screens/LikelyDuplicates';
import { vendorFollow, vendorNotes, vendorRefusal } from '../vendor-notes.rules';
import { newVendorFields, type Vendor, vendorFields } from '../vendors.fields';
import type { Vendors } from './vendors.client';

interface Props {
  vendors: Vendors;
  subject: Vendor | 'new' | null;
  onClose: () => void;
}

const company = { title: 'Company', names: ['company_name', 'vendor_code'] } as const;

const further = [
  { title: 'Contact', names: ['contact_person', 'email', 'phone'] },
  { title: 'Address', names: ['address', 'city', 'state', 'postal_code', 'country'] },
  { title: 'Purchase', names: ['payment_terms', 'tds_code'] },
  { title: 'MSME', names: ['msme', 'msme_number', 'msme_agreed'] },
  { title: 'Bank', names: ['bank_account', 'bank_ifsc'] },
  { title: 'Notes', names: ['notes'] },
] as const;

const sections = [company, { title: 'Tax', names: ['gstin', 'pan'] }, ...further] as const;
const gstSections = [
  company,
  { title: 'Tax', names: ['gstin', 'gst_category', 'state_code', 'pan'] },
  ...further,
] as const;
const status = { title: 'Status', names: ['is_active'] } as const;

/** "New Vendor", always active, and "Edit Vendor" (docs/product/vendors.md#screen). */
export default function VendorForm({ vendors, subject, onClose }: Props) {
  const isGst = useSettings().tax_mode === 'gst';
  const last = useLast(subject);
  const vendor = last === 'new' ? null : last;
  const ownSections = isGst ? gstSections : sections;
  const verb = vendor ? 'update' : 'create';
  const existing = vendor?.gstin ?? null;
  const shared = {
    opened: subject !== null,
    onClose,
    size: 'xl',
    notes: vendorNotes,
    follow: vendorFollow,
    check: (name: string, typed: Readonly<Record<string, string>>) =>
      vendorRefusal(name, typed, { existing, isGst }),
    failed: { refused: `Failed to ${verb} vendor` },
  } as const;
  if (vendor) {
    return (
      <FormDialog
        {...shared}
        title="Edit Vendor"
        fields={vendorFields}
        initial={vendor}
        sections={[...ownSections, status]}
        inputs={{ tds_code: TdsInput }}
        submitLabel="Save Vendor"
        onSubmit={async (values, _key, save) => {
          await save(values, (body) => vendors.update(vendor.id, body));
          return 'Vendor updated successfully';
        }}
      />
    );
  }
  return (
    <FormDialog
      {...shared}
      title="New Vendor"
      fields={newVendorFields}
      initial={initial}
      sections={ownSections}
      inputs={{ vendor_code: CodeInput, tds_code: TdsInput }}
      submitLabel="Create Vendor"
      onSubmit={async (values, sendKey) => {
        await vendors.create(values, sendKey);
        return 'Vendor created successfully';
      }}
    >
      {(typed) => <Likely typed={typed} />}
    </FormDialog>
  );
}

const initial = { msme: 'none' } as const;

function Likely({ typed }: { typed: Readonly<Record<string, string>> }) {
  const { company_name: name = '', email = '', phone = '', gstin: tax_id = '' } = typed;
  return <LikelyDuplicates kind="vendors" typed={{ name, email, phone, tax_id }} />;
}

/** The codes of the settings, and one that is no longer among them. */
function TdsInput({ required: _never, onChange, ...input }: FieldInputProps) {
  const { tds_codes } = useSettings();
  const codes = new Set(['', ...tds_codes.map(({ code }) => code), input.value]);
  return (
    <NativeSelect
      {...input}
      data={[...codes].map((value) => ({ value, label: value || 'Select…' }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function CodeInput({ required: _never, onChange, ...input }: FieldInputProps) {
  return (
    <TextInput
      {...input}
      placeholder="Leave empty for the next free code"
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
