import { toast } from '~/kit/ui/elements/toasts';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { saving } from '~/modules/catalogue/tax/screens/AdminTable';
import { type Contact, contactFields, type ContactPatch } from '../contacts.fields';
import { CustomerParts, type PartFace, type PartFormProps, type PartTexts } from './CustomerParts';
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

function ContactForm({ records, subject, onClose }: PartFormProps<Contact, ContactPatch>) {
  const existing = subject === 'new' ? null : subject;
  const verb = existing ? 'update' : 'create';
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={existing ? 'Edit Contact' : 'Add Contact'}
      subject={records.path}
      size="lg"
      fields={contactFields}
      sections={sections}
      initial={existing ?? { is_primary: records.rows.length === 0 }}
      submitLabel="Save Contact"
      failedText={`Failed to ${verb} contact`}
      onSubmit={async (values, _key, save) => {
        await saving(texts, verb, () =>
          existing
            ? save(values, (body) => records.update(existing.id, body))
            : records.create(values),
        );
        toast('success', `Contact ${existing ? 'updated' : 'added'}`);
      }}
    />
  );
}
