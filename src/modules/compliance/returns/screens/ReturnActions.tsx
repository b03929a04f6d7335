import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { DownloadMenu } from '~/kit/ui/elements/DownloadMenu';
import { toast } from '~/kit/ui/elements/toasts';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { MonthReturn } from '../filed-returns.fields';
import { monthName } from '~/kit/shared/time/days';
import { markFiled, returnFiles, saveReturnFile, unmarkFiled } from './returns.client';

interface Props {
  month: string;
  data: MonthReturn | null;
}

export function ReturnActions({ month, data }: Props) {
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
