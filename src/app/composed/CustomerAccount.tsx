import { CustomerStatement } from '~/modules/billing/receivables/screens/CustomerStatement';
import { StatementSchedule } from '~/modules/insight/reports/screens/StatementSchedule';
import type { RecordPart } from '~/modules/records/records/screens/RecordPage';

/** The statement of a customer, which can be scheduled. */
export default function CustomerAccount({ id }: RecordPart) {
  return <CustomerStatement id={id} Schedule={StatementSchedule} />;
}
