import { Button } from '@mantine/core';
import { useState } from 'react';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { toast } from '~/kit/ui/messages/toasts';
import { useColumnDrag } from '~/kit/ui/columns/useColumnDrag';
import { type Stage, stageFields, type StagePatch } from '../stages.fields';
import { canSwitchOff, heldIn } from '../stages.rules';
import type { StageSum } from '../stage-sums.fields';
import { StageRow } from './StageRow';
import type { Stages } from './stages.client';
import { DialogBody, DialogFooter } from '~/kit/ui/dialog/DialogParts';
import classes from './StageManager.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
  sums: readonly StageSum[];
  stages: Stages;
  onShowLeads: (stage: Stage) => void;
}

interface Problem {
  stage: number;
  message: string;
}

/**
 * "Manage stages": adds, renames, describes, orders and deactivates the pipeline's stages
 * (docs/product/pipeline.md#manage-stages).
 */
export default function StageManager(props: Props) {
  const { opened, onClose, stages } = props;
  const [subject, setSubject] = useState<Stage | 'new' | null>(null);
  return (
    <>
      <Dialog
        opened={opened}
        onClose={onClose}
        title="Manage stages"
        subtitle="The columns of the pipeline"
        size={640}
        closeLabel="Dismiss"
        closeOnEscape={subject === null}
      >
        <DialogBody tabIndex={0} role="group" aria-label="Stages">
          <StageList {...props} onEdit={setSubject} />
        </DialogBody>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <AddButton onClick={() => setSubject('new')}>Add Stage</AddButton>
        </DialogFooter>
      </Dialog>
      <StageForm stages={stages} subject={subject} onClose={() => setSubject(null)} />
    </>
  );
}

function StageList({
  sums,
  stages,
  onEdit,
  onShowLeads,
}: Props & { onEdit: (stage: Stage) => void }) {
  const { rows } = stages;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState<number | null>(null);

  const save = async (stage: Stage, patch: StagePatch) => {
    if (busy !== null) return;
    setProblem(null);
    setBusy(stage.id);
    try {
      // Sent without `updated_at`: position and activation do not depend on what others changed in the meantime.
      await stages.change(stage.id, patch);
      toast('success', `Stage "${stage.stage_name}" has been updated successfully`);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'Unknown error';
      setProblem({ stage: stage.id, message });
    } finally {
      setBusy(null);
    }
  };
  const switchTo = (stage: Stage, is_active: boolean) => {
    const verdict = canSwitchOff(stage, rows, heldIn(sums, stage.id));
    if (is_active || verdict.ok) void save(stage, { is_active });
    else setProblem({ stage: stage.id, message: verdict.message });
  };
  const moveTo = (stage: Stage, index: number) => {
    if (rows[index] && rows[index] !== stage) void save(stage, { stage_order: index + 1 });
  };
  const { list, dragged, over } = useColumnDrag(
    rows.map((stage) => String(stage.id)),
    (key, to) => {
      const stage = rows.find((each) => String(each.id) === key);
      if (stage) moveTo(stage, to);
    },
  );

  return (
    <ul className={classes.stages} ref={list}>
      {rows.map((stage, index) => (
        <StageRow
          key={stage.id}
          stage={stage}
          position={{ index, count: rows.length }}
          held={heldIn(sums, stage.id).leads}
          busy={busy === stage.id}
          dragged={dragged === String(stage.id)}
          dropEdge={over?.key === String(stage.id) ? over.edge : null}
          problem={problem?.stage === stage.id ? problem.message : null}
          onMove={(to) => moveTo(stage, to)}
          onSwitch={(is_active) => switchTo(stage, is_active)}
          onEdit={() => onEdit(stage)}
          onShowLeads={() => onShowLeads(stage)}
        />
      ))}
    </ul>
  );
}

const formSections = [{ title: '', names: ['stage_name', 'description'] }] as const;

interface FormProps {
  stages: Stages;
  subject: Stage | 'new' | null;
  onClose: () => void;
}

function StageForm({ stages, subject, onClose }: FormProps) {
  const stage = subject === 'new' || subject === null ? null : subject;
  return (
    <FormDialog
      opened={subject !== null}
      onClose={onClose}
      title={stage ? 'Edit Stage' : 'Add Stage'}
      size="lg"
      fields={stageFields}
      initial={stage ?? undefined}
      sections={formSections}
      submitLabel={stage ? 'Save Stage' : 'Create Stage'}
      failedText="Failed to save the stage. Please check your data and try again."
      onSubmit={async (values, _key, save) => {
        const saved = stage
          ? await save(values, (body) => stages.change(stage.id, body))
          : await stages.create(values);
        const done = stage ? 'updated' : 'created';
        return `Stage "${saved.stage_name}" has been ${done} successfully`;
      }}
    />
  );
}
