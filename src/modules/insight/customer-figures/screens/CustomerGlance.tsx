import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { counted, formatNumber } from '~/kit/shared/money/numbers';
import { formatInstant, monthName } from '~/kit/shared/time/days';
import { useComputed } from '~/kit/ui/records/computed';
import { classNames } from '~/kit/ui/theme/classNames';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { Panel } from '~/kit/ui/elements/Panel';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import type { RecordPart } from '~/modules/records/records/screens/RecordPage';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { CustomerFigures } from '../customer-figures.fields';
import classes from './CustomerGlance.module.css';

/** The amounts that a customer owes, has ordered and bought, next to the details of the page (docs/product/customers.md#at-a-glance). */
export default function CustomerGlance({ kind, id }: Pick<RecordPart, 'kind' | 'id'>) {
  return kind === 'customers' ? <Glance id={id} /> : null;
}

const dependsOn = [
  'customers',
  'leads',
  'quotations',
  'orders',
  'invoices',
  'payments',
  'receipts',
  'credit_notes',
  'advances',
  'record_notes',
  'next_steps',
];

function Glance({ id }: { id: number }) {
  const { today, timeZone } = useCompany();
  const { data, state, retry } = useComputed<CustomerFigures>(`/customers/${id}/figures`, {
    dependsOn,
    day: today,
  });
  return (
    <Panel title="At a Glance" className={classNames(classes.panel)}>
      <div className={classes.body}>
        {data ? (
          <Figures data={data} timeZone={timeZone} />
        ) : (
          <NotLoaded what="figures" state={state} height={160} onRetry={retry} />
        )}
      </div>
    </Panel>
  );
}

function Figures({ data, timeZone }: { data: CustomerFigures; timeZone: string }) {
  const { account, credit_limit: limit, credit_used: used, sales, last_contact_at: last } = data;
  const credit = account ? sumOf([account.customer_credit, account.advances]) : 0;
  return (
    <>
      <dl className={classes.figures}>
        {account ? (
          <>
            <Figure label="Outstanding">{formatMoney(account.outstanding, 'INR')}</Figure>
            <Figure label="Overdue" isBad={account.overdue > 0}>
              {formatMoney(account.overdue, 'INR')}
            </Figure>
            {credit > 0 ? <Figure label="Credit">{formatMoney(credit, 'INR')}</Figure> : null}
          </>
        ) : null}
        {limit !== null && used !== null ? (
          <Figure label="Credit Limit Used" isBad={used > limit}>
            {formatMoney(used, 'INR')} of {formatMoney(limit, 'INR')}
          </Figure>
        ) : null}
        <OpenFigure label="Open Quotations" noun="quotation" open={data.open_quotations} />
        <OpenFigure label="Open Orders" noun="order" open={data.open_orders} />
        {data.days_to_pay === null ? null : (
          <Figure label="Average Days to Pay">{formatNumber(data.days_to_pay)}</Figure>
        )}
        {data.leads.length > 0 ? (
          <Figure label="Converted From">
            {data.leads.map(({ id: lead, company_name: name }) => (
              <Link key={lead} to={recordPath('leads', lead)} className={classes.lead}>
                {name}
              </Link>
            ))}
          </Figure>
        ) : null}
        <Figure label="Last Contact">{last ? formatInstant(last, timeZone) : 'None yet'}</Figure>
      </dl>
      {sales ? <Sales sales={sales} /> : null}
    </>
  );
}

interface FigureProps {
  label: string;
  isBad?: boolean;
  children: ReactNode;
}

function Figure({ label, isBad = false, children }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-bad={isBad || undefined}>{children}</dd>
    </div>
  );
}

interface OpenProps {
  label: string;
  noun: string;
  open: CustomerFigures['open_orders'];
}

function OpenFigure({ label, noun, open }: OpenProps) {
  return open ? (
    <Figure label={label}>
      {open.count === 0
        ? 'None'
        : `${counted(open.count, noun)}, ${formatMoney(open.value, 'INR')}`}
    </Figure>
  ) : null;
}

/** Small bars of twelve months, each with its month and value as text. */
function Sales({ sales }: { sales: NonNullable<CustomerFigures['sales']> }) {
  const most = Math.max(1, ...sales.map(({ value }) => value));
  return (
    <section aria-label="Sales of 12 months">
      <h3 className={classes.title}>Sales of 12 Months</h3>
      <ul className={classes.months}>
        {sales.map(({ month, value }) => {
          const text = `${monthName(month)}: ${formatMoney(value, 'INR')}`;
          return (
            <li key={month} title={text}>
              <span className={classes.bar} style={{ height: `${(value / most) * 100}%` }} />
              <span className="visually-hidden">{text}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
