import { formatMoney } from '~/kit/shared/money/money';
import { formatInstant } from '~/kit/shared/time/days';
import { FailedState, LoadingRows } from '~/kit/ui/messages/ListStates';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import { MailStatus } from '~/modules/sales/papers/screens/PaperMail';
import type { Reminder } from '../receivables.fields';
import { useReminders } from './receivables.client';
import classes from './CustomerReminders.module.css';

/** The payment reminders that a customer got. */
export function CustomerReminders({ id }: { id: number }) {
  const { data, state, retry } = useReminders(id);
  return (
    <Panel title="Reminders">
      <div className={classes.reminders}>
        {state === 'failed' ? (
          <FailedState text="Reminders could not be loaded" onRetry={retry} />
        ) : data === null ? (
          <LoadingRows columns={4} text="Loading reminders..." />
        ) : data.length === 0 ? (
          <SoftText>No reminders were sent.</SoftText>
        ) : (
          <Reminders reminders={data} />
        )}
      </div>
    </Panel>
  );
}

function Reminders({ reminders }: { reminders: readonly Reminder[] }) {
  const { timeZone } = useCompany();
  return (
    <LinesTable>
      <TableHead titles={['Sent', 'To', 'Invoices', 'Sent By', 'Email']} amounts={['Amount']} />
      <tbody>
        {reminders.map((reminder) => (
          <tr key={reminder.id}>
            <td>{formatInstant(reminder.created_at, timeZone)}</td>
            <td>{reminder.recipient}</td>
            <td>
              {reminder.invoices.map(({ invoice_id, invoice_number }) => (
                <div key={invoice_id}>
                  <RecordLink path="/invoices" id={invoice_id} name={invoice_number} />
                </div>
              ))}
            </td>
            <td>{reminder.is_scheduled ? 'Automatic' : reminder.created_by_name}</td>
            <td>
              <MailStatus mail={reminder} />
            </td>
            <td className="amount">{formatMoney(reminder.amount, 'INR')}</td>
          </tr>
        ))}
      </tbody>
    </LinesTable>
  );
}
