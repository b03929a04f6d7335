import { Button } from '@mantine/core';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { IconSettings } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { asCommand } from '~/kit/ui/elements/commands';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import type { LeadViewState } from './LeadView';
import type { StageSum } from '../stage-sums.fields';
import type { Stages } from './stages.client';

const StageManager = lazyPart(() => import('./StageManager'));

interface ManageProps {
  state: LeadViewState;
  sums: readonly StageSum[];
  stages: Stages;
}

export function ManageStages({ state, sums, stages }: ManageProps) {
  const { role } = useSession();
  const [opened, setOpened] = useState(false);
  const [used, setUsed] = useState(false);
  if (role !== 'admin') return null;
  return (
    <>
      <Button
        {...asCommand()}
        variant="default"
        leftSection={<IconSettings size={16} aria-hidden />}
        onClick={() => {
          setUsed(true);
          setOpened(true);
        }}
      >
        Manage stages
      </Button>
      <Suspense fallback={null}>
        {used ? (
          <StageManager
            opened={opened}
            onClose={() => setOpened(false)}
            sums={sums}
            stages={stages}
            onShowLeads={(stage) => {
              state.list.chosen.replace({ current_stage_id: String(stage.id) });
              state.list.setLayout('list');
              setOpened(false);
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
