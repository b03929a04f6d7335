import type { Write } from '~/kit/server/database/context';

export async function valuePurchases(
  _write: Write,
  _ids: readonly number[],
  _by: { type: 'bill'; id: number; label: string },
): Promise<void> {}

export async function receiveGoods(_write: Write, _body: object): Promise<void> {}
