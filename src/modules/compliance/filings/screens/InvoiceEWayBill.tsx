import { Button } from '@mantine/core';
import { useState } from 'react';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { portalInvoice } from '~/modules/billing/invoices/portal-invoices.rules';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { type Transport, transportFields } from '../transport.fields';
import { saveEWayBill, useFilings } from './filings.client';
import classes from './Filings.module.css';

const sections = [
  { title: '', names: ['mode', 'distance_km', 'vehicle_number', 'is_over_dimensional'] },
  { title: 'Transporter', names: ['transporter_id', 'transporter_name'] },
  { title: 'Transport Document', names: ['document_number', 'document_date'] },
] as const;

/** The e-way bill of an invoice in its details (docs/product/filings.md#screens). */
export default function InvoiceEWayBill({ invoice }: { invoice: Invoice }) {
  const [isOpen, setOpen] = useState(false);
  const { data, state, retry } = useFilings(portalInvoice(invoice));
  const mayIssue = useMay('invoices.issue').ok;
  if (!data) return <NotLoaded what="e-way bill" state={state} onRetry={retry} />;
  const { transport } = data;
  return (
    <>
      <SoftText>{transport ? textOf(transport) : 'No e-way bill yet'}</SoftText>
      {mayIssue && invoice.status !== 'cancelled' ? (
        <div className={classes.buttons}>
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            Make E-Way Bill
          </Button>
        </div>
      ) : null}
      <FormDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="E-Way Bill"
        subject={invoice.id}
        size="lg"
        fields={transportFields}
        sections={sections}
        initial={transport ?? { mode: 'road' }}
        submitLabel="Save JSON"
        failedText="Failed to create the e-way bill"
        onSubmit={async (values) => {
          await saveEWayBill(invoice, values);
          retry();
          return `The e-way bill of ${invoice.invoice_number} is saved for upload`;
        }}
      />
    </>
  );
}

function textOf({ mode, distance_km, vehicle_number, transporter_name }: Transport): string {
  const label = transportFields.mode.choices?.find(({ value }) => value === mode)?.label ?? mode;
  const way = distance_km === 0 ? label : `${label}, ${distance_km} km`;
  return [way, vehicle_number, transporter_name].filter(Boolean).join(', ');
}
