import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { asCommand } from '~/kit/ui/elements/commands';
import { saveFile } from '~/kit/ui/data/files';
import { csvOfRows } from '~/kit/ui/grid/rowsFile';
import type { Column } from '~/kit/ui/grid/tableColumn';

interface Props<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  fileName: string;
}

/** "Export CSV": the rows and columns as shown, made in the browser, also offline. */
export function ExportButton<Row>({ rows, columns, fileName }: Props<Row>) {
  const save = () => {
    // Excel takes a CSV for UTF-8 only when a byte order mark says so.
    const content = ['\ufeff', csvOfRows(rows, columns)];
    saveFile(new Blob(content, { type: 'text/csv' }), `${fileName}.csv`);
  };
  return (
    <Button
      {...asCommand()}
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
