import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useLast } from '~/kit/ui/hooks/useLast';
import * as field from '~/kit/shared/fields/fields';
import { periodProblem } from '../receivables.rules';
import { type AccountParty, type Period, sendStatement } from './receivables.client';

const fields = {
  from: field.day({ label: 'From', required: true }),
  to: field.day({ label: 'To', required: true }),
};

export interface StatementToSend extends Period {
  party: AccountParty;
  name: string;
}

interface Props {
  /** Whose statement, and the period to start from; closed while null. */
  statement: StatementToSend | null;
  onClose: () => void;
}

/** "Send Statement": emails a customer or vendor the statement of a period as PDF. */
export default function SendStatement({ statement, onClose }: Props) {
  const last = useLast(statement);
  if (!last) return null;
  const { party, name: partyName, from, to } = last;
  return (
    <FormDialog
      opened={statement !== null}
      onClose={onClose}
      title="Send Statement"
      size="sm"
      fields={fields}
      initial={{ from, to }}
      subject={party.id}
      check={(name, typed) =>
        name === 'to' ? periodProblem(typed['from'] ?? '', typed['to'] ?? '') : null
      }
      submitLabel="Send Statement"
      savingLabel="Sending…"
      failedText="The statement could not be sent."
      failed={orNetworkError('Failed to send statement')}
      onSubmit={async (values, sendKey) => {
        const period = { from: values.from ?? from, to: values.to ?? to };
        await sendStatement(party, period, sendKey);
        return 'Statement sent successfully';
      }}
    >
      <SoftText small>
        {partyName} gets the statement of this period by email, as a PDF file.
      </SoftText>
    </FormDialog>
  );
}
