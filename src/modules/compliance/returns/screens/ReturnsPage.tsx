import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { NotLoaded } from '~/kit/ui/elements/LoadFailed';
import { useAddress } from '~/kit/ui/hooks/address';
import { Page } from '~/kit/ui/shell/Page';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { monthName } from '~/kit/shared/time/days';
import { monthsUntil, returnChoice } from '../months.rules';
import { ReturnActions } from './ReturnActions';
import { ReturnNotices } from './ReturnNotices';
import { ReturnTables, returnTables } from './ReturnTables';
import { useMonthReturn } from './returns.client';
import classes from './ReturnsPage.module.css';

/** "GST Returns" (docs/product/returns.md#screen). */
export default function ReturnsPage() {
  const { today } = useCompany();
  const months = useMemo(() => monthsUntil(today), [today]);
  const { search, change } = useAddress();
  const { month, table } = returnChoice(search, { months, tables: returnTables });
  const choose = (name: 'month' | 'table', value: string) =>
    change((params) => params.set(name, value), 'replace');
  const { data, state, isEarlier, retry } = useMonthReturn(month);
  const shown = data?.month === month ? data : null;
  return (
    <Page
      title="GST Returns"
      subtitle="GSTR-1: monthly sales by buyer, place and rate"
      actions={<ReturnActions month={month} data={shown} />}
    >
      <div className={classes.page} aria-busy={isEarlier}>
        <NativeSelect
          label="Month"
          className={classes.month}
          data={months.map((value) => ({ value, label: monthName(value) }))}
          value={month}
          onChange={({ currentTarget }) => choose('month', currentTarget.value)}
        />
        {shown ? (
          <>
            <ReturnNotices data={shown} />
            <ReturnTables data={shown} table={table} onChoose={(name) => choose('table', name)} />
          </>
        ) : (
          <NotLoaded what="month" state={state} height={420} onRetry={retry} />
        )}
      </div>
    </Page>
  );
}
