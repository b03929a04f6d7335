import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { asCommand } from '~/kit/ui/elements/commands';
import { type MergeKindName } from '~/modules/organization/kinds/kinds.rules';

export function FindDuplicates({ kind }: { kind: MergeKindName }) {
  const navigate = useNavigate();
  return (
    <Button
      {...asCommand()}
      variant="default"
      leftSection={<IconCopy size={16} aria-hidden />}
      onClick={() => void navigate({ href: `/duplicates?type=${kind}` })}
    >
      Find Duplicates
    </Button>
  );
}
