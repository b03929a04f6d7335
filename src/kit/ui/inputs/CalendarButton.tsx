import { IconCalendar } from '@tabler/icons-react';
import { type ComponentProps, type RefObject, Suspense } from 'react';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import type { Side } from '~/kit/ui/hooks/useAnchored';
import { usePopover } from '~/kit/ui/hooks/usePopover';
import type Calendar from './Calendar';
import { classNames } from '~/kit/ui/theme/classNames';
import { PopoverPanel } from '~/kit/ui/elements/PopoverPanel';
import classes from './CalendarButton.module.css';

const Days = lazyPart<ComponentProps<typeof Calendar>>(() => import('./Calendar'));

interface Props extends ComponentProps<typeof Calendar> {
  /** What the calendar is for: it describes the button, and has the focus after a choice. */
  input: RefObject<HTMLInputElement | null>;
  /** The element that names the input. */
  labelId?: string | undefined;
  isTabStop?: boolean;
}

const gap = 4;

const nearInput: Side = ({ right, top, bottom }, { width, height }) => {
  const isBelow = bottom + gap + height <= window.innerHeight || top < gap + height;
  return { left: right - width, top: isBelow ? bottom + gap : top - gap - height };
};

/** Opens the calendar of a date input, whose code comes with the first opening. */
export function CalendarButton(props: Props) {
  const { input, labelId, isTabStop = true, onChoose, ...days } = props;
  const { isOpen, close, around, button, panel } = usePopover(nearInput);
  const leave = () => {
    close();
    input.current?.focus();
  };
  return (
    <span {...around}>
      <button
        {...button}
        type="button"
        className={classes.button}
        // Without the word "date", by which inputs are found.
        aria-label="Calendar"
        aria-describedby={labelId}
        aria-haspopup="dialog"
        tabIndex={isTabStop ? 0 : -1}
        data-calendar
      >
        <IconCalendar size={16} aria-hidden />
      </button>
      {isOpen ? (
        <PopoverPanel
          {...panel}
          className={classNames(classes.panel)}
          role="dialog"
          aria-label="Calendar"
          onKeyDown={(event) => {
            // What is under the calendar has its own keys.
            event.stopPropagation();
            if (event.key !== 'Escape') return;
            event.preventDefault();
            leave();
          }}
        >
          <Suspense fallback={null}>
            <Days
              {...days}
              onChoose={(day) => {
                onChoose(day);
                leave();
              }}
            />
          </Suspense>
        </PopoverPanel>
      ) : null}
    </span>
  );
}
