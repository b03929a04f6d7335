import { Button, Skeleton } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { asCommand } from '~/kit/ui/elements/commands';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { useStored } from '~/kit/ui/hooks/useStored';
import { useUrlAction } from '~/kit/ui/hooks/useUrlAction';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { type FirstSteps as Taken, firstSteps, hiddenKey } from '../first-steps.rules';
import { useFirstSteps } from './dashboard.client';
import { AddSampleData, SampleDataNote } from './SampleData';
import classes from './FirstSteps.module.css';

/** "Getting started" (docs/product/dashboard.md#getting-started), until it is put away or everything is done. */
export function FirstSteps() {
  const taken = useFirstSteps();
  const [shown, setShown] = useStored(hiddenKey(useSession().id), ['yes', 'no'], 'yes');
  const [requested, done] = useUrlAction('start');
  useEffect(() => {
    if (!requested) return;
    setShown('yes');
    done();
  }, [requested, done, setShown]);
  const before = useBefore(taken && partOf(taken));
  if (!taken) {
    return (
      <>
        {shown === 'yes' && hasSteps(before) ? <StepsToCome /> : null}
        {before === 'note' || before === 'both' ? <NoteToCome /> : null}
      </>
    );
  }
  return (
    <>
      {shown === 'yes' && hasSteps(partOf(taken)) ? (
        <Steps taken={taken} onHide={() => setShown('no')} />
      ) : null}
      <SampleDataNote samples={taken.samples} />
    </>
  );
}

/** The part that this browser showed here the last time, so that its space is reserved and nothing jumps. */
function useBefore(now: Part | null): Part {
  const [before, setBefore] = useStored('first-steps-place', parts, 'steps');
  useEffect(() => {
    if (now !== null && now !== before) setBefore(now);
  }, [now, before, setBefore]);
  return before;
}

const parts = ['steps', 'note', 'both', 'none'] as const;
type Part = (typeof parts)[number];

function partOf({ done, samples }: Taken): Part {
  if (firstSteps.some(({ name }) => !done[name])) return samples > 0 ? 'both' : 'steps';
  return samples > 0 ? 'note' : 'none';
}

const hasSteps = (part: Part) => part === 'steps' || part === 'both';

function StepsToCome() {
  return (
    <Panel title="Getting started" aria-busy>
      <ol className={classes.steps} aria-hidden>
        {firstSteps.map(({ name }) => (
          <li className={classes.step} key={name}>
            <Skeleton height={14} width="60%" />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function NoteToCome() {
  return (
    <Panel className={classes.note} padded aria-hidden>
      <Skeleton height={26} width="40%" />
    </Panel>
  );
}

function Steps({ taken, onHide }: { taken: Taken; onHide: () => void }) {
  const count = firstSteps.filter(({ name }) => taken.done[name]).length;
  return (
    <Panel
      title="Getting started"
      action={
        <div className={classes.head}>
          <SoftText as="span" small>{`${count} of ${firstSteps.length} done`}</SoftText>
          <Button
            {...asCommand('Hide Getting Started')}
            variant="subtle"
            size="compact-sm"
            aria-label="Hide Getting started"
            onClick={onHide}
          >
            Hide
          </Button>
        </div>
      }
    >
      <ol className={classes.steps}>
        {firstSteps.map((step) => (
          <Step key={step.name} step={step} isDone={taken.done[step.name]} />
        ))}
      </ol>
    </Panel>
  );
}

function Step({ step, isDone }: { step: (typeof firstSteps)[number]; isDone: boolean }) {
  const { label, to, search } = step;
  const Icon = isDone ? IconCircleCheck : IconCircle;
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <Icon size={18} stroke={1.75} aria-hidden />
      {isDone ? <span className="visually-hidden">Done: </span> : null}
      {to === null || isDone ? <span>{label}</span> : null}
      {to !== null && !isDone ? (
        <Link to={to} search={search} className={classes.link}>
          {label}
        </Link>
      ) : null}
      {to === null && !isDone ? <AddSampleData /> : null}
    </li>
  );
}
