import { VendorStatement } from '~/modules/buying/vendor-payments/screens/VendorStatement';
import { StatementSchedule } from '~/modules/insight/reports/screens/StatementSchedule';
import type { RecordPart } from '~/modules/records/records/screens/RecordPage';

/** The statement of a vendor, which can be scheduled. */
export default function VendorAccount({ id }: RecordPart) {
  return <VendorStatement id={id} Schedule={StatementSchedule} />;
}
