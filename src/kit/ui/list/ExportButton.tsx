import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { asCommand } from '~/kit/ui/elements/commands';
import { toast } from '~/kit/ui/messages/toasts';
import { saveFile } from '~/kit/ui/calls/files';
import type { LongRows } from '~/kit/ui/feeds/long-table';
import { fileOfRows, type RowsFormat } from '~/kit/ui/columns/rowsFile';
import type { Column } from '~/kit/ui/columns/tableColumn';

interface Props<Row> {
  rows: readonly Row[];
  /** Those of a list too long to be here whole. */
  long: LongRows<Row> | null;
  columns: readonly Column<Row>[];
  fileName: string;
}

/** "Export CSV" and "Export Excel": the rows and columns as shown, made in the browser, also offline. */
export function ExportButton<Row>({ rows, long, columns, fileName }: Props<Row>) {
  const [done, setDone] = useState<number | null>(null);
  const save = async (format: RowsFormat) => {
    setDone(0);
    try {
      const file = long
        ? (await import('~/kit/ui/columns/longFile')).fileOfLong(format, {
            long,
            columns,
            onProgress: setDone,
          })
        : fileOfRows(format, rows, columns);
      saveFile(await file, `${fileName}.${format}`);
    } catch (error) {
      const isExplained = error instanceof Error && error.name === 'TooManyRows';
      toast('error', isExplained ? error.message : 'Export failed. Please try again.');
    } finally {
      setDone(null);
    }
  };
  const shared = {
    variant: 'subtle',
    size: 'compact-sm',
    leftSection: <IconDownload size={16} aria-hidden />,
    disabled: (long ?? rows).length === 0 || done !== null,
  } as const;
  return (
    <>
      <Button {...asCommand()} {...shared} onClick={() => void save('csv')}>
        Export CSV
      </Button>
      <Button {...asCommand()} {...shared} onClick={() => void save('xlsx')}>
        Export Excel
      </Button>
      {long && done !== null ? (
        <span role="status">{`Exporting ${Math.floor(done * 100)}%`}</span>
      ) : null}
    </>
  );
}
