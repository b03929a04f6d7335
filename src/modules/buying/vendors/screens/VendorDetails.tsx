import { Button } from '@mantine/core';
import { formatInstant } from '~/kit/shared/time/days';
import type { Choice } from '~/kit/shared/fields/fields';
import { DetailsDialog } from '~/kit/ui/dialog/DetailsDialog';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { Badge } from '~/kit/ui/elements/Badge';
import {
  type Company,
  useCompany,
  useSettings,
} from '~/modules/organization/company/screens/settings.client';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { MapLink, PhoneLinks } from '~/modules/records/records/screens/ContactLinks';
import { type Vendor, vendorFields } from '../vendors.fields';
import { TermsTable } from './TermsTable';

interface Props {
  vendor: Vendor | null;
  onClose: () => void;
  /** Null for a user who may not change vendors. */
  onEdit: ((vendor: Vendor) => void) | null;
}

export default function VendorDetails({ vendor, onClose, onEdit }: Props) {
  const company = useCompany();
  const isGst = useSettings().tax_mode === 'gst';
  const sections = vendor ? vendorSections(vendor, company, isGst) : [];
  return (
    <DetailsDialog
      opened={vendor !== null}
      onClose={onClose}
      title="Vendor Details"
      page={vendor ? recordPath('vendors', vendor.id) : undefined}
      subtitle={vendor?.company_name}
      sections={
        vendor
          ? [
              ...sections,
              { title: 'Products', content: <TermsTable key={vendor.id} of={vendor.id} /> },
            ]
          : []
      }
      actions={
        vendor && onEdit ? <Button onClick={() => onEdit(vendor)}>Edit Vendor</Button> : null
      }
    />
  );
}

const addressFields = ['address', 'city', 'state', 'postal_code', 'country'] as const;

type Name = keyof Vendor;

/** The value of a field as its details show it. */
function plain(vendor: Vendor, name: Name) {
  const { label, choices } = vendorFields[name] as { label: string; choices?: readonly Choice[] };
  const value = vendor[name];
  const chosen = choices?.find((choice) => choice.value === value)?.label;
  return { label, value: chosen ?? (value === null ? null : String(value)), fields: [name] };
}

/** All that is known of a vendor, in its dialog and on its page. */
export function vendorSections(
  vendor: Vendor,
  { timeZone, today }: Company,
  isGst: boolean,
): DetailsSection[] {
  return [
    companyOf(vendor, isGst),
    contactOf(vendor),
    addressOf(vendor),
    purchaseOf(vendor, timeZone),
    { title: 'Notes', text: vendor.notes, fields: ['notes'] },
    historySection('/vendors', vendor, { fields: vendorFields, timeZone, today }),
  ];
}

function companyOf(vendor: Vendor, isGst: boolean): DetailsSection {
  return {
    title: 'Company',
    details: [
      { ...plain(vendor, 'company_name'), wide: true },
      plain(vendor, 'vendor_code'),
      plain(vendor, 'gstin'),
      ...(isGst ? [plain(vendor, 'gst_category'), plain(vendor, 'state_code')] : []),
      plain(vendor, 'pan'),
      {
        label: 'Status',
        value: (
          <Badge color={vendor.is_active ? 'teal' : 'gray'}>
            {vendor.is_active ? 'Active' : 'Inactive'}
          </Badge>
        ),
        fields: ['is_active'],
      },
    ],
  };
}

function contactOf(vendor: Vendor): DetailsSection {
  const { id, company_name, contact_person, phone, email } = vendor;
  const name = contact_person ?? company_name;
  return {
    title: 'Contact',
    details: [
      plain(vendor, 'contact_person'),
      {
        label: 'Phone',
        value: phone && <PhoneLinks phone={phone} of={{ kind: 'vendors', id, name }} />,
        fields: ['phone'],
      },
      {
        label: 'Email',
        value: email && <a href={`mailto:${email}`}>{email}</a>,
        fields: ['email'],
        wide: true,
      },
    ],
  };
}

function addressOf(vendor: Vendor): DetailsSection {
  const town = [vendor.city, vendor.state, vendor.postal_code].filter(Boolean).join(', ');
  return {
    title: 'Address',
    text: [vendor.address, town, vendor.country].filter(Boolean).join('\n') || null,
    fields: addressFields,
    content: <MapLink parts={addressFields.map((each) => vendor[each])} />,
  };
}

function purchaseOf(vendor: Vendor, timeZone: string): DetailsSection {
  return {
    title: 'Purchase',
    details: [
      plain(vendor, 'payment_terms'),
      plain(vendor, 'tds_code'),
      plain(vendor, 'msme'),
      plain(vendor, 'msme_number'),
      {
        label: vendorFields.msme_agreed.label,
        value: vendor.msme_agreed ? 'Yes' : 'No',
        fields: ['msme_agreed'],
      },
      plain(vendor, 'bank_account'),
      plain(vendor, 'bank_ifsc'),
      { label: 'Created', value: formatInstant(vendor.created_at, timeZone) },
      { label: 'Last Updated', value: formatInstant(vendor.updated_at, timeZone) },
    ],
  };
}
