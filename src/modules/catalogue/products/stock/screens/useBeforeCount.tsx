import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { isRefusal } from '~/kit/ui/data/api';

export interface CountAnswer {
  before_count?: 'included';
}

/**
 * For what moves goods: once a later count of them is in the way, it asks whether they were counted already
 * (docs/product/stock.md#counted-goods). Another `subject` is asked about anew.
 */
export function useBeforeCount(subject: unknown = null) {
  const [asked, setAsked] = useState<{ of: unknown; isIncluded: boolean } | null>(null);
  const own = asked?.of === subject ? asked : null;
  const answer: CountAnswer = own?.isIncluded ? { before_count: 'included' } : {};
  return {
    send: async <T,>(act: (answer: CountAnswer) => Promise<T>): Promise<T> => {
      try {
        return await act(answer);
      } catch (error) {
        if (isRefusal(error, 'stock.counted') && !own) setAsked({ of: subject, isIncluded: false });
        throw error;
      }
    },
    question: own ? (
      <Checkbox
        mt="sm"
        label="Included in the count"
        description="The count found this already, so the stock of after it stays as counted"
        checked={own.isIncluded}
        onChange={(event) => setAsked({ ...own, isIncluded: event.currentTarget.checked })}
      />
    ) : null,
  };
}
