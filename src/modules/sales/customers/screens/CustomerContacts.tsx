import { FormDialog } from '~/kit/ui/form/FormDialog';
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
  return <CustomerParts texts={texts} records={contacts} faceOf={faceOf} form={ContactForm} />;
}

function faceOf({ name, position, email, phone, ...flags }: Contact): PartFace {
  return {
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
          <a className={classes.line} href={`tel:${phone}`}>
            {phone}
          </a>
        ) : null}
      </>
    ),
  };
}

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
