import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { asCommand } from '~/kit/ui/elements/commands';
import { toast } from '~/kit/ui/elements/toasts';
import { saveFile } from '~/kit/ui/data/files';
import type { LongRows } from '~/kit/ui/data/long-table';
import { fileOfRows } from '~/kit/ui/grid/rowsFile';
import type { Column } from '~/kit/ui/grid/tableColumn';

interface Props<Row> {
  rows: readonly Row[];
  /** Those of a list too long to be here whole. */
  long: LongRows<Row> | null;
  columns: readonly Column<Row>[];
  fileName: string;
}

type Progress = (part: number) => void;

/** "Export CSV" and "Export Excel": the rows and columns as shown, made in the browser, also offline. */
export function ExportButton<Row>({ rows, long, columns, fileName }: Props<Row>) {
  const [done, setDone] = useState<number | null>(null);
  const save = async (ending: string, make: (onProgress: Progress) => Promise<Blob>) => {
    setDone(0);
    try {
      saveFile(await make(setDone), `${fileName}.${ending}`);
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
      <Button
        {...asCommand()}
        {...shared}
        onClick={() => void save('csv', (onProgress) => csvOf(rows, long, columns, onProgress))}
      >
        Export CSV
      </Button>
      <Button
        {...asCommand()}
        {...shared}
        onClick={() => void save('xlsx', (onProgress) => sheetOf(rows, long, columns, onProgress))}
      >
        Export Excel
      </Button>
      {long && done !== null ? (
        <span role="status">{`Exporting ${Math.floor(done * 100)}%`}</span>
      ) : null}
    </>
  );
}

type Source<Row> = [
  rows: readonly Row[],
  long: LongRows<Row> | null,
  columns: readonly Column<Row>[],
  onProgress: Progress,
];

async function csvOf<Row>(...[rows, long, columns, onProgress]: Source<Row>): Promise<Blob> {
  if (long)
    return (await import('~/kit/ui/grid/longFile')).csvOfLong({ long, columns, onProgress });
  return fileOfRows('csv', rows, columns);
}

async function sheetOf<Row>(...[rows, long, columns, onProgress]: Source<Row>): Promise<Blob> {
  if (long)
    return (await import('~/kit/ui/grid/longFile')).sheetOfLong({ long, columns, onProgress });
  return fileOfRows('xlsx', rows, columns);
}
