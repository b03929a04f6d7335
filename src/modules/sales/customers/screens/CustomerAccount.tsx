import { formatMoney } from '~/kit/shared/money/money';
import { useComputed } from '~/kit/ui/data/computed';
import { NotLoaded } from '~/kit/ui/elements/LoadFailed';
import { type CustomerAccount as Account, accountLabels } from '../accounts.fields';
import classes from './CustomerParts.module.css';

/** What a customer owes, and what is theirs (docs/product/customers.md#account). */
export function CustomerAccount({ customer }: { customer: number }) {
  const { data, state, retry } = useComputed<Account>(`/customers/${customer}/account`, {
    dependsOn: ['invoices', 'payments', 'receipts', 'credit_notes', 'advances'],
    day: '',
  });
  if (!data) return <NotLoaded what="account" state={state} onRetry={retry} />;
  return (
    <dl className={classes.account}>
      {accountLabels.map(([name, label]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{formatMoney(data[name], 'INR')}</dd>
        </div>
      ))}
    </dl>
  );
}
