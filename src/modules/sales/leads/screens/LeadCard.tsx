import { type Currency, formatMoney } from '~/kit/shared/money/money';
import { Badge } from '~/kit/ui/elements/Badge';
import { type Lead, leadStatuses } from '../leads.fields';
import { assigneeOf } from '../leads.rules';
import classes from './LeadCard.module.css';

interface Props {
  lead: Lead;
  currency: Currency;
  /** What its open quotations come to, in rupees. */
  quoted?: number;
}

export function LeadCard({ lead, currency, quoted = 0 }: Props) {
  const status = leadStatuses.find((each) => each.value === lead.status);
  return (
    <div className={classes.card}>
      <div className={classes.line}>{lead.contact_person}</div>
      <div className={classes.details}>
        <Badge color={status?.color ?? 'gray'}>{status?.label ?? lead.status}</Badge>
        {lead.lead_score === null ? null : <span>Score {lead.lead_score}</span>}
        {lead.annual_revenue === null ? null : (
          <span className={classes.value}>{formatMoney(lead.annual_revenue, currency, 0)}</span>
        )}
      </div>
      {quoted > 0 ? <div className={classes.line}>Quoted {formatMoney(quoted, 'INR')}</div> : null}
      <div className={classes.line}>{assigneeOf(lead) || 'Unassigned'}</div>
    </div>
  );
}
