import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { asCommand } from '~/kit/ui/elements/commands';
import { toast } from '~/kit/ui/elements/toasts';
import { saveFile } from '~/kit/ui/data/files';
import { csvOfRows } from '~/kit/ui/grid/rowsFile';
import type { Column } from '~/kit/ui/grid/tableColumn';

interface Props<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  fileName: string;
}

/** "Export CSV" and "Export Excel": the rows and columns as shown, made in the browser, also offline. */
export function ExportButton<Row>({ rows, columns, fileName }: Props<Row>) {
  const [isBusy, setBusy] = useState(false);
  const save = () => {
    // Excel takes a CSV for UTF-8 only when a byte order mark says so.
    const content = ['\ufeff', csvOfRows(rows, columns)];
    saveFile(new Blob(content, { type: 'text/csv' }), `${fileName}.csv`);
  };
  const saveSheet = async () => {
    setBusy(true);
    try {
      const { sheetOfRows } = await import('~/kit/ui/grid/rowsSheet');
      saveFile(await sheetOfRows(rows, columns), `${fileName}.xlsx`);
    } catch {
      toast('error', 'Export failed. Please try again.');
    } finally {
      setBusy(false);
    }
  };
  const shared = {
    variant: 'subtle',
    size: 'compact-sm',
    leftSection: <IconDownload size={16} aria-hidden />,
  } as const;
  return (
    <>
      <Button {...asCommand()} {...shared} disabled={rows.length === 0} onClick={save}>
        Export CSV
      </Button>
      <Button
        {...asCommand()}
        {...shared}
        disabled={rows.length === 0 || isBusy}
        onClick={() => void saveSheet()}
      >
        Export Excel
      </Button>
    </>
  );
}
