import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import { formatInstant } from '~/kit/shared/time/days';
import { ApiError } from '~/kit/ui/calls/api';
import { attempt, orNetworkError } from '~/kit/ui/calls/reportFailure';
import { Badge } from '~/kit/ui/elements/Badge';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { toast } from '~/kit/ui/messages/toasts';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { PortalDocument } from '~/modules/sales/documents/portal-documents.fields';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { EInvoiceRecord } from '../filings.fields';
import { parsedResponse } from '../signed-responses.rules';
import { CancelIrn, PasteResponse } from './EInvoiceForms';
import { saveEInvoice, sendResponse, useFilings } from './filings.client';
import classes from './Filings.module.css';

/** The e-invoice of an invoice or a note in its details (docs/product/filings.md#screens). */
export default function EInvoice({ document }: { document: PortalDocument }) {
  const { data, state, retry } = useFilings(document);
  if (!data) return <NotLoaded what="e-invoice" state={state} onRetry={retry} />;
  if (data.e_invoice)
    return <Registered document={document} record={data.e_invoice} onChanged={retry} />;
  if (document.supply_type === 'b2c')
    return <SoftText>E-invoices are for registered buyers and exports.</SoftText>;
  if (document.status === 'cancelled')
    return <SoftText>The {document.noun.toLowerCase()} is cancelled.</SoftText>;
  return <Unregistered document={document} onChanged={retry} />;
}

interface Props {
  document: PortalDocument;
  onChanged: () => void;
}

function Unregistered({ document, onChanged }: Props) {
  const [isPasting, setPasting] = useState(false);
  const mayExport = useMay('invoices.export').ok;
  const mayIssue = useMay('invoices.issue').ok;
  const onStored = () => {
    toast('success', `IRN of ${document.number} saved`);
    onChanged();
  };
  return (
    <>
      <SoftText>
        Not registered yet. Upload the file to the e-invoice portal, then add its response here.
      </SoftText>
      <div className={classes.buttons}>
        {mayExport ? (
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              void attempt(orNetworkError('Failed to download the e-invoice'), () =>
                saveEInvoice(document),
              )
            }
          >
            Download JSON
          </Button>
        ) : null}
        {mayIssue ? (
          <>
            <UploadResponse document={document} onStored={onStored} />
            <Button size="xs" variant="default" onClick={() => setPasting(true)}>
              Paste Response
            </Button>
          </>
        ) : null}
      </div>
      <PasteResponse
        opened={isPasting}
        document={document}
        onStored={onStored}
        onClose={() => setPasting(false)}
      />
    </>
  );
}

function UploadResponse({
  document,
  onStored,
}: {
  document: PortalDocument;
  onStored: () => void;
}) {
  const [uploads, setUploads] = useState(0);
  const upload = async (file: File | null) => {
    if (!file) return;
    // So that the same file can be chosen again.
    setUploads(uploads + 1);
    await attempt(orNetworkError('Failed to save the signed response'), async () => {
      const response = parsedResponse(await file.text());
      if (response === null) throw new ApiError(400, 'This file is not valid JSON');
      await sendResponse(document, response);
      onStored();
    });
  };
  return (
    <FileButton
      key={uploads}
      accept=".json,application/json,text/plain"
      inputProps={{ 'aria-label': 'Signed response file' }}
      onChange={(file) => void upload(file)}
    >
      {(props) => (
        <Button {...props} size="xs" variant="default">
          Upload Response
        </Button>
      )}
    </FileButton>
  );
}

function Registered({ document, record, onChanged }: Props & { record: EInvoiceRecord }) {
  const [isCancelling, setCancelling] = useState(false);
  const { timeZone } = useCompany();
  const mayIssue = useMay('invoices.issue').ok;
  const { irn, ack_no, ack_date, signature_verified, cancelled_at, cancel_reason } = record;
  return (
    <>
      <dl className={classes.details}>
        <dt>IRN</dt>
        <dd className={classes.irn}>{irn}</dd>
        <dt>Acknowledgement</dt>
        <dd>
          {ack_no}, {formatInstant(ack_date, timeZone)}
        </dd>
        <dt>Signature</dt>
        <dd>{signature_verified ? 'Verified' : 'Not verified'}</dd>
        {cancelled_at === null ? null : (
          <>
            <dt>
              <Badge color="red">Cancelled</Badge>
            </dt>
            <dd>
              {formatInstant(cancelled_at, timeZone)}: {cancel_reason}
            </dd>
          </>
        )}
      </dl>
      {cancelled_at === null && mayIssue ? (
        <Button size="xs" variant="default" onClick={() => setCancelling(true)}>
          Cancel IRN
        </Button>
      ) : null}
      <CancelIrn
        opened={isCancelling}
        document={document}
        onCancelled={() => {
          toast('success', `The IRN of ${document.number} is recorded as cancelled`);
          onChanged();
        }}
        onClose={() => setCancelling(false)}
      />
    </>
  );
}
