import { Button, Skeleton } from '@mantine/core';
import type { BoardColumnSpec } from './boardModel';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './Board.module.css';

export function BoardLoading({
  columns,
  text,
}: {
  columns: readonly BoardColumnSpec[];
  text: string;
}) {
  const titles =
    columns.length > 0 ? columns.map((column) => column.title) : [null, null, null, null];
  return (
    <div className={classes.face} aria-busy>
      <p className={classes.loading} role="status">
        {text}
      </p>
      <div className={classes.columns} aria-hidden>
        {titles.map((title, index) => (
          <div className={classes.column} key={title ?? index}>
            <div className={classes.head}>
              <div className={classes.headLine}>
                {title === null ? (
                  <Skeleton height={12} width={96} my={4} />
                ) : (
                  <span className={classes.title}>{title}</span>
                )}
              </div>
            </div>
            <div className={classes.skeletons}>
              {Array.from({ length: 4 - (index % 3) }, (_, card) => (
                <Skeleton key={card} height={80} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

export function BoardMessage({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <div className={classNames(classes.face, classes.message)} role={onRetry ? 'alert' : 'status'}>
      <p>{text}</p>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
