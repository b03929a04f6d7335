import { dayOf, formatInstant, relativeDay } from '~/kit/shared/time/days';
import type { Right } from '~/kit/shared/access';
import type { Activity } from '~/modules/collaboration/activity/activity.fields';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import { may } from '~/modules/organization/users/rights.rules';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import type { Period } from '../dashboard.fields';
import { type ActivityCard, cardOf, itemsPerCard } from '../dashboard.rules';
import { useActivities } from './dashboard.client';
import { DashboardPanel } from './DashboardPanel';
import { PanelLink } from './PanelLink';
import classes from './DashboardPage.module.css';

interface Card {
  card: ActivityCard;
  title: string;
  what: string;
  to: string;
  right?: Right;
}

const cards: readonly Card[] = [
  {
    card: 'lead',
    title: 'Recent Lead Activities',
    what: 'lead activities',
    to: '/leads',
    right: 'leads.read',
  },
  {
    card: 'payment',
    title: 'Recent Payment Activities',
    what: 'payment activities',
    to: '/payments',
    right: 'payments.read',
  },
  { card: 'other', title: 'Other Recent Activities', what: 'other activities', to: '/activity' },
];

export function ActivityPanels({ period }: { period: Period }) {
  const { data, state, isEarlier, retry } = useActivities(period);
  const company = useCompany();
  const person = useSession();
  const seen = cards.filter(({ right }) => !right || may(person, right).ok);
  return (
    <div className={classes.row} data-kind="activities">
      {seen.map(({ card, title, what, to }) => {
        const items = (data ?? []).filter((each) => cardOf(each.type) === card);
        return (
          <DashboardPanel
            key={card}
            title={title}
            action={
              <PanelLink to={to} title={`View all ${what}`}>
                View All
              </PanelLink>
            }
            state={state}
            isEarlier={isEarlier}
            isEmpty={items.length === 0}
            emptyText={`No ${what} in this period`}
            emptyHint="New and changed records appear here."
            failedText="Activities could not be loaded"
            onRetry={retry}
          >
            <ul className={classes.list}>
              {items.slice(0, itemsPerCard).map((activity) => (
                <Item key={activity.id} activity={activity} company={company} />
              ))}
            </ul>
          </DashboardPanel>
        );
      })}
    </div>
  );
}

function Item({ activity, company }: { activity: Activity; company: Company }) {
  const { title, message, user_name, timestamp } = activity;
  const { timeZone, today } = company;
  return (
    <li className={classes.item}>
      <div className={classes.itemText}>
        <strong>{title}</strong>
        <span title={message}>{message}</span>
      </div>
      <div className={classes.itemWhen}>
        <time dateTime={timestamp} title={formatInstant(timestamp, timeZone)}>
          {relativeDay(dayOf(timestamp, timeZone), today)}
        </time>
        <span>{user_name}</span>
      </div>
    </li>
  );
}
