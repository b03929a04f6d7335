import { ActionIcon, Button, Switch } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconGripVertical, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { counted } from '~/kit/shared/money/numbers';
import type { Stage } from '../stages.fields';
import { MovedRow } from '~/kit/ui/elements/MovedRow';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './StageManager.module.css';

interface Props {
  stage: Stage;
  position: { index: number; count: number };
  held: number;
  busy: boolean;
  dragged: boolean;
  dropEdge: 'top' | 'bottom' | null;
  problem: string | null;
  onMove: (index: number) => void;
  onSwitch: (isActive: boolean) => void;
  onEdit: () => void;
  onShowLeads: () => void;
}

export function StageRow({ stage, position, held, problem, ...props }: Props) {
  const name = stage.stage_name;
  return (
    <MovedRow
      className={classes.row}
      dragKey={stage.id}
      dropEdge={props.dropEdge}
      isDragged={props.dragged}
      aria-busy={props.busy}
    >
      <span className={classes.grip} data-grip aria-hidden>
        <IconGripVertical size={16} />
      </span>
      <div>
        <div className={classes.name}>{name}</div>
        <SoftText className={classes.details} as="div" small>
          {counted(held, 'lead')}
          {stage.description ? ` · ${stage.description}` : ''}
        </SoftText>
      </div>
      <Switch
        size="sm"
        label={stage.is_active ? 'On' : 'Off'}
        aria-label={`${name} is ${stage.is_active ? 'On' : 'Off'}`}
        className={classNames(classes.stageSwitch)}
        checked={stage.is_active}
        onChange={(event) => props.onSwitch(event.currentTarget.checked)}
      />
      <div className={classes.buttons}>
        <StageButton
          label={`Move ${name} up`}
          isAtEnd={position.index === 0}
          onClick={() => props.onMove(position.index - 1)}
        >
          <IconChevronUp size={16} aria-hidden />
        </StageButton>
        <StageButton
          label={`Move ${name} down`}
          isAtEnd={position.index === position.count - 1}
          onClick={() => props.onMove(position.index + 1)}
        >
          <IconChevronDown size={16} aria-hidden />
        </StageButton>
        <StageButton label={`Edit ${name}`} isAtEnd={false} onClick={props.onEdit}>
          <IconPencil size={16} aria-hidden />
        </StageButton>
      </div>
      {problem === null ? null : (
        <div className={classes.problem}>
          <p role="alert">{problem}</p>
          {held > 0 ? (
            <Button size="compact-sm" variant="default" onClick={props.onShowLeads}>
              {held === 1 ? 'Show this lead' : 'Show these leads'}
            </Button>
          ) : null}
        </div>
      )}
    </MovedRow>
  );
}

interface ButtonProps {
  label: string;
  isAtEnd: boolean;
  onClick: () => void;
  children: ReactNode;
}

// Not `disabled`, so that the button keeps the focus when its stage reaches the end.
function StageButton({ label, isAtEnd, onClick, children }: ButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={label}
      title={label}
      {...(isAtEnd ? { 'aria-disabled': true, 'data-disabled': true } : {})}
      onClick={() => {
        if (!isAtEnd) onClick();
      }}
    >
      {children}
    </ActionIcon>
  );
}
