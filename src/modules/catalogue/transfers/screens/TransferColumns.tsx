import { useMemo } from 'react';
import type { PatchOf } from '~/kit/shared/fields/fields';
import type { Verdict } from '~/kit/shared/verdict';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { saveCell } from '~/kit/ui/records/saveCell';
import type { EditTexts } from '~/kit/ui/waiting/waiting-change';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { type Transfer, transferFields, transferStatuses } from '../transfers.fields';
import { canEdit, canTakeStatus } from '../transfers.rules';
import type { Transfers } from './transfers.client';

const except = ['id', 'from_id', 'to_id', 'created_by'] as const;
const statusesByHand = transferStatuses.filter(({ value }) => value !== 'draft');

/** The columns of the list of transfers (docs/product/transfers.md#screen). */
export function useTransferColumns(transfers: Transfers): readonly Column<Transfer>[] {
  const latest = useLatest(transfers);
  const { timeZone, today } = useCompany();
  const writing = useMay('stock.update');
  return useMemo(
    () =>
      columnsFromFields(transferFields, {
        except,
        timeZone,
        today,
        required: ['transfer_number'],
        canEdit: (transfer, key) => {
          if (!writing.ok) return writing;
          return key === 'status' ? canMove(transfer) : canEdit(transfer, [key]);
        },
        save: (transfer, patch, edit) => save(latest.current, transfer, patch, edit),
        overrides: {
          transfer_number: { width: 168, copy: true },
          from_name: { width: 180 },
          to_name: { width: 180 },
          status: {
            edit: {
              choices: (transfer) =>
                transferStatuses.filter(({ value }) => canTakeStatus(transfer, value).ok),
              choicesForMany: statusesByHand,
            },
          },
        },
      }),
    [latest, writing, timeZone, today],
  );
}

function canMove(transfer: Transfer): Verdict {
  return canTakeStatus(transfer, transfer.status === 'done' ? 'cancelled' : 'done');
}

async function save(
  transfers: Transfers,
  transfer: Transfer,
  patch: PatchOf<typeof transferFields>,
  edit: EditTexts,
): Promise<void> {
  const { status } = patch;
  const path = `/transfers/${transfer.id}`;
  const store = {
    path: transfers.path,
    call: status === undefined ? path : `${path}/status`,
    put: transfers.put,
    update: (id: number, body: { updated_at: string }): Promise<Transfer> =>
      status === undefined
        ? transfers.update(id, body)
        : transfers.setStatus({ id, updated_at: body.updated_at }, status),
  };
  await saveCell(store, transfer, patch, {
    noun: 'transfer',
    name: transfer.transfer_number,
    edit,
    saved: 'Transfer updated successfully',
    ...orNetworkError('Failed to update transfer'),
  });
}
