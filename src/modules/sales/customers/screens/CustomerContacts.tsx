import { FormDialog } from '~/kit/ui/form/FormDialog';
import { PhoneLinks } from '~/modules/records/records/screens/ContactLinks';
import { type Contact, contactFields, type ContactPatch } from '../contacts.fields';
import {
  CustomerParts,
  type PartFace,
  partForm,
  type PartFormProps,
  type PartTexts,
} from './CustomerParts';
import { useCustomerParts } from './customer-parts.client';
import classes from './CustomerParts.module.css';

const texts: PartTexts = { noun: 'Contact', one: 'contact', all: 'contacts' };

const sections = [
  { title: '', names: ['name', 'position', 'email', 'phone', 'is_primary', 'gets_invoices'] },
] as const;

/** The contacts of a customer in its details (docs/product/customers.md#contacts). */
export function CustomerContacts({ customer }: { customer: number }) {
  const contacts = useCustomerParts<Contact, ContactPatch>(customer, 'contacts');
  return (
    <CustomerParts texts={texts} records={contacts} faceOf={faceOf(customer)} form={ContactForm} />
  );
}

const faceOf =
  (customer: number) =>
  ({ name, position, email, phone, ...flags }: Contact): PartFace => ({
    name,
    badges: [
      ...(flags.is_primary ? ['Primary'] : []),
      ...(flags.gets_invoices ? ['Gets invoices'] : []),
    ],
    text: (
      <>
        {position}
        {email ? (
          <a className={classes.line} href={`mailto:${email}`}>
            {email}
          </a>
        ) : null}
        {phone ? (
          <span className={classes.line}>
            <PhoneLinks phone={phone} of={{ kind: 'customers', id: customer, name }} />
          </span>
        ) : null}
      </>
    ),
  });

function ContactForm(props: PartFormProps<Contact, ContactPatch>) {
  const { records, subject } = props;
  return (
    <FormDialog
      {...partForm(texts, props)}
      fields={contactFields}
      sections={sections}
      initial={subject === 'new' ? { is_primary: records.rows.length === 0 } : subject}
    />
  );
}
