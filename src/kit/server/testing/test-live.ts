import type { Reading } from '~/kit/server/live/audience';

/** Everybody reads everything. */
export const toldOfAll: Reading<{ id: number }> = {
  lookUp: async (ids) => ids.map((id) => ({ id })),
  concernsReading: () => false,
  toldOf: (_reader, { change }) => [change],
};
