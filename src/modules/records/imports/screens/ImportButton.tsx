import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ComponentType, Suspense, useState } from 'react';
import { asCommand } from '~/kit/ui/elements/commands';
import { useLatch } from '~/kit/ui/hooks/useLatch';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { KindWithRights } from '~/modules/organization/kinds/kinds.rules';
import type { ImportWorkProps } from './ImportWork';
import { remembered } from './watched-import.client';

interface Props {
  subject: KindWithRights;
  label?: string;
  /** Loaded when it is needed. */
  work: ComponentType<ImportWorkProps>;
}

/** "Import CSV" (docs/product/imports.md#dialog); a running import is shown again after a reload. */
export function ImportButton({ subject, label = 'Import CSV', work: Work }: Props) {
  const canCreate = useMay(`${subject}.create`).ok;
  const mayImport = useMay(`${subject}.update`).ok && canCreate;
  const [isRequested, setIsRequested] = useState(false);
  const [watched] = useState(() => remembered(subject) !== null);
  const isNeeded = useLatch(isRequested || watched);
  return (
    <>
      {mayImport ? (
        <Button
          {...asCommand()}
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => setIsRequested(true)}
        >
          {label}
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {isNeeded ? (
          <Work label={label} isRequested={isRequested} onClose={() => setIsRequested(false)} />
        ) : null}
      </Suspense>
    </>
  );
}
