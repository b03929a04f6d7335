import { Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBan,
  IconCash,
  IconCashRegister,
  IconCheck,
  IconClipboardList,
  IconCopy,
  IconDownload,
  IconFileCheck,
  IconFileDiff,
  IconFileInvoice,
  IconMailCheck,
  IconPackageExport,
  IconPackageOff,
  IconPrinter,
  IconReceipt2,
  IconReceiptOff,
  IconReceiptRefund,
  IconSend,
  IconShare,
  IconShoppingCartPlus,
  IconTruck,
  IconTruckDelivery,
  IconTruckLoading,
  IconVersions,
  IconX,
} from '@tabler/icons-react';
import { secondary } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { canShareFiles, sharePaper } from './papers.client';

const icons = {
  send: <IconSend size={16} />,
  issue: <IconFileCheck size={16} />,
  pay: <IconCash size={16} />,
  receive: <IconCashRegister size={16} />,
  apply: <IconFileInvoice size={16} />,
  refund: <IconReceiptRefund size={16} />,
  writeOff: <IconReceiptOff size={16} />,
  reverse: <IconArrowBackUp size={16} />,
  download: <IconDownload size={16} />,
  share: <IconShare size={16} />,
  print: <IconPrinter size={16} />,
  correct: <IconFileDiff size={16} />,
  cancel: <IconBan size={16} />,
  markSent: <IconMailCheck size={16} />,
  accept: <IconCheck size={16} />,
  decline: <IconX size={16} />,
  revise: <IconVersions size={16} />,
  order: <IconShoppingCartPlus size={16} />,
  duplicate: <IconCopy size={16} />,
  invoice: <IconFileInvoice size={16} />,
  advance: <IconReceipt2 size={16} />,
  dispatch: <IconPackageExport size={16} />,
  deliver: <IconTruckDelivery size={16} />,
  'deliver-all': <IconTruck size={16} />,
  close: <IconPackageOff size={16} />,
  eWayBill: <IconTruckLoading size={16} />,
  pick: <IconClipboardList size={16} />,
};

/** An action of a paper, named and marked the same in every list. */
export function paperAction<Row>(
  key: keyof typeof icons,
  label: string | ((row: Row) => string),
  onClick: (row: Row) => void,
  isOffered?: (row: Row) => boolean,
): RowAction<Row> {
  return {
    key,
    label: typeof label === 'string' ? () => label : label,
    icon: icons[key],
    onClick,
    ...(isOffered ? { isOffered } : {}),
    ...(key === 'cancel' ? { danger: true } : {}),
  };
}

/** "Send" for a draft, before all else, and "Send again". */
export function sendAction<Row extends { status: string }>(
  onClick: (row: Row) => void,
  isOffered: (row: Row) => boolean,
): RowAction<Row> {
  const label = ({ status }: Row) => (status === 'draft' ? 'Send' : 'Send again');
  return secondary(
    paperAction('send', label, onClick, isOffered),
    ({ status }) => status !== 'draft',
  );
}

/** "Share" for a paper of this noun, number and file, where the browser can share it. */
export function shareAction<Row>(
  paperOf: (row: Row) => readonly [noun: string, number: string, path: string],
  isOffered: (row: Row) => boolean = () => true,
): RowAction<Row> {
  return secondary(
    paperAction(
      'share',
      'Share',
      (row) => void sharePaper(...paperOf(row)),
      (row) => canShareFiles() && isOffered(row),
    ),
  );
}

interface Props<Row> {
  row: Row;
  actions: readonly RowAction<Row>[];
  /** The keys of those that are shown, in order. */
  shown: readonly string[];
  size?: 'xs' | 'sm';
  /** The last one is what is to be done next. */
  endsFilled?: boolean;
}

/** Row actions as the buttons of the details. */
export function ActionButtons<Row>(props: Props<Row>) {
  const { row, actions, shown, size = 'sm', endsFilled = false } = props;
  return shown
    .flatMap((key) => actions.filter((action) => action.key === key))
    .filter(({ isOffered }) => isOffered?.(row) ?? true)
    .map(({ key, label, onClick }, at, offered) => (
      <Button
        key={key}
        size={size}
        variant={endsFilled && at === offered.length - 1 ? 'filled' : 'default'}
        onClick={() => onClick(row)}
      >
        {label(row)}
      </Button>
    ));
}
