import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { NotLoaded } from '~/kit/ui/elements/LoadFailed';
import { Page } from '~/kit/ui/shell/Page';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { monthName } from '~/kit/shared/time/days';
import { monthsUntil } from '../months.rules';
import { ReturnActions } from './ReturnActions';
import { ReturnNotices } from './ReturnNotices';
import { ReturnTables } from './ReturnTables';
import { useMonthReturn } from './returns.client';
import classes from './ReturnsPage.module.css';

/** "GST Returns" (docs/product/returns.md#screen). */
export default function ReturnsPage() {
  const { today } = useCompany();
  const months = useMemo(() => monthsUntil(today), [today]);
  // The month that is due: the one before this.
  const [month, setMonth] = useState(months[1] ?? today.slice(0, 7));
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
          onChange={({ currentTarget }) => setMonth(currentTarget.value)}
        />
        {shown ? (
          <>
            <ReturnNotices data={shown} />
            <ReturnTables key={month} data={shown} />
          </>
        ) : (
          <NotLoaded what="month" state={state} height={420} onRetry={retry} />
        )}
      </div>
    </Page>
  );
}
