import { Button, FileButton } from '@mantine/core';
import { IconFileDownload, IconFileTypeCsv } from '@tabler/icons-react';
import { type DragEvent, useId, useState } from 'react';
import { InstantDateInput } from '~/kit/ui/inputs/DateInput';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { saveSafely } from './files.client';
import type { Import, ImportProps } from './imports.client';
import classes from './ImportDialog.module.css';

/** The choice of a file, by a button or dropped here. */
export function ImportChoice({ screen, work }: ImportProps) {
  const { subject, about, format, offersAll } = screen;
  const { tax_mode: taxMode } = useSettings();
  const columns = screen.columns?.(taxMode) ?? format.columns;
  const mayExport = useMay(`${subject}.export`).ok;
  const drop = useDrop(work.choose);
  return (
    <>
      <SoftText>{about} You see a preview before anything changes.</SoftText>
      {screen.asOf ? <AsOf what={screen.asOf} work={work} /> : null}
      <div className={classes.choice} {...drop}>
        <FileButton
          accept=".csv,.tsv,.xlsx"
          onChange={work.choose}
          inputProps={{ 'aria-label': 'CSV file', name: 'csvFile' }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconFileTypeCsv size={16} aria-hidden />}
            >
              Choose a CSV or Excel File
            </Button>
          )}
        </FileButton>
        <Button
          variant="subtle"
          leftSection={<IconFileDownload size={16} aria-hidden />}
          onClick={() => void saveSafely(`/${subject}/sample-csv`, `${subject}-sample.csv`)}
        >
          Download sample CSV
        </Button>
        {offersAll && mayExport ? (
          <Button
            variant="subtle"
            leftSection={<IconFileDownload size={16} aria-hidden />}
            onClick={() => void saveSafely(`/${subject}/export`, `${subject}.csv`)}
          >
            {`Download all ${subject}`}
          </Button>
        ) : null}
      </div>
      <SoftText className={classes.columns}>
        Columns: <code>{columns.map(({ name }) => name).join(', ')}</code>. A text file, separated
        by comma, semicolon or tab, or an Excel file (.xlsx), up to 50 MB. A file can be dropped
        here.
      </SoftText>
    </>
  );
}

function AsOf({ what, work }: { what: string; work: Import }) {
  const { today } = useCompany();
  const hint = useId();
  return (
    <div className={classes.asOf}>
      <InstantDateInput
        label={`${what} as of`}
        aria-describedby={hint}
        max={today}
        value={work.state.asOf || today}
        onChange={work.setAsOf}
      />
      <SoftText small id={hint}>
        {what} at the end of the day. Later movements are kept.
      </SoftText>
    </div>
  );
}

function useDrop(onDrop: (file: File | null) => void) {
  const [isOver, setOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onDrop(event.dataTransfer.files[0] ?? null);
    },
  };
}
