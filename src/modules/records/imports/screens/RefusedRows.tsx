import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import type { ImportResponse } from '../imports.fields';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { RowsTable } from './RowsTable';
import classes from './ImportDialog.module.css';

const mostShown = 100;

interface Props {
  response: ImportResponse;
  headingLine: number;
  onDownload: () => void;
}

export function RefusedRows({ response, headingLine, onDownload }: Props) {
  const { errors, failed } = response;
  const hasRows = errors.some((error) => error.row > headingLine);
  return (
    <section className={classes.part} aria-label="Refused rows">
      <div className={classes.refusedHead}>
        <h3 className={classes.heading}>{failed > 0 ? 'Refused rows' : 'Notes on the header'}</h3>
        {hasRows ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFileDownload size={14} aria-hidden />}
            onClick={onDownload}
          >
            Download refused rows
          </Button>
        ) : null}
      </div>
      <RowsTable label="Refused rows, table" headings={['Row', 'Column', 'Value', 'Reason']}>
        {errors.slice(0, mostShown).map((error) => (
          <tr key={`${error.row} ${error.field} ${error.message}`}>
            <td>{error.row}</td>
            <td>{error.field ?? '–'}</td>
            <td>{error.value ?? '–'}</td>
            <td>{error.message}</td>
          </tr>
        ))}
      </RowsTable>
      {errors.length > mostShown ? (
        <SoftText>{`The first ${mostShown} are shown; the download has more.`}</SoftText>
      ) : null}
    </section>
  );
}
