import { Button, Skeleton } from '@mantine/core';
import type { BoardColumnSpec } from './boardModel';

/** The board before its cards have come: the columns that are known, with empty cards. */
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
    <div className="board-face" aria-busy>
      <p className="board-loading" role="status">
        {text}
      </p>
      <div className="board-columns" aria-hidden>
        {titles.map((title, index) => (
          <div className="board-column" key={title ?? index}>
            <div className="board-head">
              <div className="board-head-line">
                {title === null ? (
                  <Skeleton height={12} width={96} my={4} />
                ) : (
                  <span className="board-title">{title}</span>
                )}
              </div>
            </div>
            <div className="board-skeletons">
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

/** A board that could not be loaded, or that has no columns: what it is, and what to do. */
export function BoardMessage({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <div className="board-face board-message" role={onRetry ? 'alert' : 'status'}>
      <p>{text}</p>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
