import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { saveFile } from '~/kit/ui/data/files';
import { csvOfRows } from '~/kit/ui/grid/rowsFile';
import type { Column } from '~/kit/ui/grid/tableColumn';

interface Props<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** Without its ending: `invoices-2026-11-21`. */
  fileName: string;
}

/** "Export CSV": what is shown, in its order, with the columns that were chosen; made by the page itself, also offline. */
export function ExportButton<Row>({ rows, columns, fileName }: Props<Row>) {
  const save = () => {
    // Excel takes a CSV for UTF-8 only when a byte order mark says so.
    const content = ['\ufeff', csvOfRows(rows, columns)];
    saveFile(new Blob(content, { type: 'text/csv' }), `${fileName}.csv`);
  };
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={rows.length === 0}
      onClick={save}
    >
      Export CSV
    </Button>
  );
}
