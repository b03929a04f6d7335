import { Button } from '@mantine/core';
import { IconCash, IconMail } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { VendorStatement as Statement } from '~/modules/billing/receivables/receivables.fields';
import { PartyStatement } from '~/modules/billing/receivables/screens/PartyStatement';
import type { AccountParty } from '~/modules/billing/receivables/screens/receivables.client';
import type { RecordPart } from '~/modules/records/records/screens/RecordPage';
import { useSendingStatement } from './PayableActions';
import { usePayVendor } from './RecordVendorPayment';

interface Props extends Pick<RecordPart, 'id'> {
  /** Has the statement mailed; passed in because it depends on reports. */
  Schedule: ComponentType<{ party: AccountParty }>;
}

/** A vendor's account over a period (docs/product/payables.md#statement). */
export function VendorStatement({ id, Schedule }: Props) {
  const party = { kind: 'vendors', id } as const;
  return (
    <PartyStatement<Statement>
      party={party}
      renderActions={(statement) => (
        <>
          <Buttons statement={statement} party={party} />
          <Schedule party={party} />
        </>
      )}
    />
  );
}

function Buttons({ statement, party }: { statement: Statement; party: AccountParty }) {
  const { vendor_name: name, from, to } = statement;
  const { pay, dialog: payDialog } = usePayVendor();
  const { send, dialog: sendDialog } = useSendingStatement();
  return (
    <>
      {pay ? (
        <Button
          variant="default"
          leftSection={<IconCash size={16} aria-hidden />}
          onClick={() => pay({ id: party.id, company_name: name })}
        >
          Pay
        </Button>
      ) : null}
      {send ? (
        <Button
          variant="default"
          leftSection={<IconMail size={16} aria-hidden />}
          onClick={() => send({ party, name, from, to })}
        >
          Send Statement
        </Button>
      ) : null}
      {payDialog}
      {sendDialog}
    </>
  );
}
