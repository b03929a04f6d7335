import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

interface Props<File> {
  files: readonly File[];
  onChoose: (file: File) => Promise<void>;
}

/** "Download" with a choice of files. */
export function DownloadMenu<File extends { label: string }>({ files, onChoose }: Props<File>) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map((file) => (
          <Menu.Item key={file.label} onClick={() => void onChoose(file)}>
            {file.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
