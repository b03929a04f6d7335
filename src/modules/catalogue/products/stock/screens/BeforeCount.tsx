import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { isRefusal } from '~/kit/ui/calls/api';

/** What a call that moves goods says of a later count of them. */
export interface Counted {
  before_count?: 'included';
}

/**
 * For what moves goods: once a later count of them is in the way, a question whether they were counted already
 * (docs/product/stock.md#counted-goods). With another `subject` it starts again.
 */
export function useBeforeCount(subject: unknown = null) {
  const [latest, setLatest] = useState<{ of: unknown; isIncluded: boolean } | null>(null);
  const open = latest?.of === subject ? latest : null;
  const counted: Counted = open?.isIncluded ? { before_count: 'included' } : {};
  return {
    send: async <T,>(act: (counted: Counted) => Promise<T>): Promise<T> => {
      try {
        return await act(counted);
      } catch (error) {
        if (isRefusal(error, 'stock.counted') && !open)
          setLatest({ of: subject, isIncluded: false });
        throw error;
      }
    },
    question: open ? (
      <Checkbox
        mt="sm"
        label="Included in the count"
        description="The count found this already, so the stock of after it stays as counted"
        checked={open.isIncluded}
        onChange={(event) => setLatest({ ...open, isIncluded: event.currentTarget.checked })}
      />
    ) : null,
  };
}
