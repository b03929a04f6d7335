import { ActionIcon, Menu } from '@mantine/core';
import { IconChevronUp, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '~/kit/ui/calls/files';
import type { Identified } from '~/kit/ui/feeds/list-rows';
import { toast } from '~/kit/ui/messages/toasts';
import { fileOfRows, type RowsFormat } from '~/kit/ui/columns/rowsFile';
import { BarButton } from './BarButton';
import type { Bulk, BulkList } from './bulk';
import { rowsOf } from './bulk';

interface Props<Row extends Identified> {
  bulk: Pick<Bulk<Row>, 'fileName'>;
  list: BulkList<Row>;
  ids: ReadonlySet<string | number>;
}

/** "Export" makes a CSV of the selected rows; next to it the other kind is chosen. */
export function ExportSelected<Row extends Identified>({ bulk, list, ids }: Props<Row>) {
  const [isBusy, setBusy] = useState(false);
  const save = async (format: RowsFormat) => {
    setBusy(true);
    try {
      const rows = await rowsOf(list, ids);
      const file = await fileOfRows(format, rows, list.choice.columns);
      saveFile(file, `${bulk.fileName}.${format}`);
    } catch {
      toast('error', 'The rows could not be loaded. Check the connection and try again.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <BarButton
        icon={<IconDownload size={16} aria-hidden />}
        loading={isBusy}
        onClick={() => void save('csv')}
      >
        Export
      </BarButton>
      <Menu position="top-end" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <ActionIcon variant="subtle" size={26} aria-label="File type" disabled={isBusy}>
            <IconChevronUp size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void save('csv')}>CSV</Menu.Item>
          <Menu.Item onClick={() => void save('xlsx')}>Excel</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
