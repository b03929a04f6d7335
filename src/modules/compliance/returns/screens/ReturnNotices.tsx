import { Link } from '@tanstack/react-router';
import { formatInstant } from '~/kit/shared/time/days';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { type DocumentName, locationOfDocument } from '../document-locations.rules';
import type { FiledChange, MonthReturn } from '../filed-returns.fields';
import classes from './ReturnsPage.module.css';

const most = 20;

const changes: Readonly<Record<FiledChange['change'], string>> = {
  added: 'Issued after the month was filed',
  changed: 'Changed after the month was filed',
  cancelled: 'Cancelled after the month was filed',
  removed: 'No longer in this month',
};

/** Whether the month was filed, what changed since, and what a person should know of its documents. */
export function ReturnNotices({ data }: { data: MonthReturn }) {
  const { timeZone } = useCompany();
  const { filed, changed_since_filing: changed, warnings } = data;
  const by = filed?.filed_by_name ? ` by ${filed.filed_by_name}` : '';
  return (
    <>
      {filed ? (
        <p className={classes.filed} role="status">
          Marked as filed on {formatInstant(filed.filed_at, timeZone)}
          {by}
          {changed.length === 0 ? '. Nothing has changed since.' : '.'}
        </p>
      ) : null}
      <Documents
        title="Changed Since Filing"
        all={changed.map((each) => ({ ...each, message: changes[each.change] }))}
      />
      <Documents title="Warnings" all={warnings} />
    </>
  );
}

function Documents({
  title,
  all,
}: {
  title: string;
  all: readonly (DocumentName & { message: string })[];
}) {
  if (all.length === 0) return null;
  return (
    <Panel title={`${title} (${all.length})`}>
      <ul className={classes.notices}>
        {all.slice(0, most).map((each) => (
          <li key={`${each.kind} ${each.id} ${each.message}`}>
            <Link {...locationOfDocument(each)}>{each.number}</Link> {each.message}
          </li>
        ))}
      </ul>
      {all.length > most ? <SoftText>and {all.length - most} more</SoftText> : null}
    </Panel>
  );
}
