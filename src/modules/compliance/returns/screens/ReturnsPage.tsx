import { NativeSelect, Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { useAddress } from '~/kit/ui/hooks/address';
import { Page } from '~/kit/ui/shell/Page';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { monthName } from '~/kit/shared/time/days';
import { monthsUntil, returnChoice } from '../months.rules';
import { ReturnNotices } from './ReturnNotices';
import { ReturnTables, returnTables } from './ReturnTables';
import {
  useMonthReturn,
  markFiled,
  returnFiles,
  saveReturnFile,
  unmarkFiled,
} from './returns.client';
import classes from './ReturnsPage.module.css';
import { IconCheck } from '@tabler/icons-react';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { DownloadMenu } from '~/kit/ui/elements/DownloadMenu';
import { toast } from '~/kit/ui/messages/toasts';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { MonthReturn } from '../filed-returns.fields';

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

interface Props {
  month: string;
  data: MonthReturn | null;
}

function ReturnActions({ month, data }: Props) {
  const isOffered = useMay('invoices.issue').ok && data !== null;
  return (
    <>
      <DownloadMenu files={returnFiles} onChoose={(file) => saveReturnFile(file, month)} />
      {isOffered ? <FilingButton month={month} data={data} /> : null}
    </>
  );
}

function FilingButton({ month, data }: Props & { data: MonthReturn }) {
  const [isAsking, setIsAsking] = useState(false);
  const name = monthName(month);
  const isUndone = data.filed !== null && data.changed_since_filing.length === 0;
  const label = isUndone ? 'Mark as Not Filed' : 'Mark as Filed';
  const confirm = async () => {
    await (isUndone ? unmarkFiled(month) : markFiled(month));
    toast('success', `${name} has been marked as ${isUndone ? 'not filed' : 'filed'}`);
    setIsAsking(false);
  };
  return (
    <>
      <Button
        variant={isUndone ? 'default' : 'filled'}
        leftSection={isUndone ? null : <IconCheck size={16} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={label}
        subject={name}
        message={
          isUndone
            ? 'You will no longer see later changes to its documents.'
            : 'Its documents are saved as they are now. Later changes are listed here.'
        }
        confirmLabel={label}
        onConfirm={confirm}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
