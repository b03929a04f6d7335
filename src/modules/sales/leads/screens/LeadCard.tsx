import { type Currency, formatMoney } from '~/kit/shared/money/money';
import { Badge } from '~/kit/ui/elements/Badge';
import { type Lead, leadStatuses } from '../leads.fields';
import { assigneeOf } from '../leads.rules';
import classes from './LeadCard.module.css';

export function LeadCard({ lead, currency }: { lead: Lead; currency: Currency }) {
  const status = leadStatuses.find((each) => each.value === lead.status);
  return (
    <div className={classes.card}>
      <div className={classes.line}>{lead.contact_person}</div>
      <div className={classes.facts}>
        <Badge color={status?.color ?? 'gray'}>{status?.label ?? lead.status}</Badge>
        {lead.lead_score === null ? null : <span>Score {lead.lead_score}</span>}
        {lead.annual_revenue === null ? null : (
          <span className={classes.value}>{formatMoney(lead.annual_revenue, currency, 0)}</span>
        )}
      </div>
      <div className={classes.line}>{assigneeOf(lead) || 'Unassigned'}</div>
    </div>
  );
}
