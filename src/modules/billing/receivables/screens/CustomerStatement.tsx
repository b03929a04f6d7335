import { Button } from '@mantine/core';
import { IconBellRinging, IconMail } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { RecordPart } from '~/modules/records/records/screens/RecordPage';
import { interestText } from '../interest.rules';
import type { Statement } from '../receivables.fields';
import { CustomerReminders } from './CustomerReminders';
import { PartyStatement } from './PartyStatement';
import { type AccountDialog, AccountDialogs } from './ReceivableActions';
import type { AccountParty } from './receivables.client';

interface Props extends Pick<RecordPart, 'id'> {
  /** Has the statement mailed; passed in because it depends on reports. */
  Schedule: ComponentType<{ party: AccountParty }>;
}

/** A customer's account over a period, and the reminders that went out (docs/product/receivables.md#statement). */
export function CustomerStatement({ id, Schedule }: Props) {
  const party = { kind: 'customers', id } as const;
  return (
    <PartyStatement<Statement>
      party={party}
      renderActions={(statement) => (
        <>
          <Sending statement={statement} />
          <Schedule party={party} />
        </>
      )}
      remark={({ interest }) => interest && interestText(interest)}
    >
      <CustomerReminders id={id} />
    </PartyStatement>
  );
}

function Sending({ statement }: { statement: Statement }) {
  const [dialog, setDialog] = useState<AccountDialog>(null);
  const maySend = useMay('receipts.update').ok;
  if (!maySend) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => setDialog({ sends: 'statement', account: statement })}
      >
        Send Statement
      </Button>
      <Button
        variant="default"
        leftSection={<IconBellRinging size={16} aria-hidden />}
        onClick={() => setDialog({ sends: 'reminder', account: statement })}
      >
        Send Reminder
      </Button>
      <AccountDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </>
  );
}
