import { longText, text } from '~/kit/shared/fields/fields';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { PortalDocument } from '~/modules/sales/documents/portal-documents.fields';
import { parsedResponse } from '../signed-responses.rules';
import { cancelIrn, sendResponse } from './filings.client';

interface Props {
  opened: boolean;
  document: PortalDocument;
  onClose: () => void;
}

const responseFields = {
  response: longText({ label: 'Signed Answer', required: true, max: 900_000 }),
};

/** "Paste Response": the text that the portal gave back (docs/product/filings.md#signed-answer). */
export function PasteResponse({
  opened,
  document,
  onStored,
  onClose,
}: Props & { onStored: () => void }) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Paste Response"
      subject={document.id}
      size="lg"
      fields={responseFields}
      required={['response']}
      check={(_name, { response = '' }) =>
        response.trim() === '' || parsedResponse(response) !== null
          ? null
          : 'This is not valid JSON. Paste the complete response of the portal'
      }
      submitLabel="Save Response"
      failedText="Failed to save the signed response"
      onSubmit={async ({ response }) => {
        await sendResponse(document, parsedResponse(response ?? ''));
        onStored();
      }}
    />
  );
}

const reasonFields = {
  reason: text({ label: 'Reason', required: true, max: 100 }),
};

export function CancelIrn({
  opened,
  document,
  onCancelled,
  onClose,
}: Props & { onCancelled: () => void }) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Cancel IRN"
      subject={document.id}
      size="md"
      fields={reasonFields}
      required={['reason']}
      submitLabel="Record as Cancelled"
      failedText="Failed to cancel the IRN"
      onSubmit={async ({ reason }) => {
        await cancelIrn(document, reason ?? '');
        onCancelled();
      }}
    >
      <SoftText>
        Cancel the IRN on the portal first (within 24 hours), then record it here. After that, you
        can cancel the {document.noun.toLowerCase()}.
      </SoftText>
    </FormDialog>
  );
}
