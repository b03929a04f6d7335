export interface Room {
  name: string;
  /** The files that others may import; `all` where each file is its own part. */
  doors: readonly string[] | 'all';
}

export type KitSide = 'shared' | 'server' | 'ui';

/** The rooms of the kit in stacking order: each imports only from those before it on its side. */
export const KIT_ROOMS: Readonly<Record<KitSide, readonly Room[]>> = {
  shared: [
    { name: 'money', doors: 'all' },
    { name: 'time', doors: 'all' },
    { name: 'fields', doors: 'all' },
    { name: 'csv', doors: 'all' },
    {
      name: 'sheets',
      doors: [
        'sheet-dates.ts',
        'xlsx-reader.ts',
        'xlsx-writer.ts',
        'zip-reader.ts',
        'zip-writer.ts',
      ],
    },
    { name: 'images', doors: 'all' },
    { name: 'filters', doors: 'all' },
    { name: 'print', doors: 'all' },
    { name: 'reports', doors: 'all' },
  ],
  server: [
    { name: 'postgres', doors: ['embedded.ts', 'embedded-join.ts', 'major-upgrade.ts'] },
    {
      name: 'database',
      doors: [
        'activity-log.ts',
        'announce.ts',
        'application-role.ts',
        'context.ts',
        'copy.ts',
        'db.ts',
        'dependents.ts',
        'entity.ts',
        'extension-point.ts',
        'faults.ts',
        'images.ts',
        'migrate.ts',
        'together.ts',
        'transaction.ts',
        'write.ts',
      ],
    },
    {
      name: 'backup',
      doors: ['backup-error.ts', 'read-backup.ts', 'restore-backup.ts', 'write-backup.ts'],
    },
    { name: 'checks', doors: ['checks.ts'] },
    { name: 'retention', doors: 'all' },
    { name: 'downloads', doors: 'all' },
    { name: 'jobs', doors: 'all' },
    { name: 'lists', doors: 'all' },
    { name: 'live', doors: 'all' },
    { name: 'audit', doors: 'all' },
    { name: 'mail', doors: ['mail.ts', 'mail-message.ts', 'mail-transport.ts'] },
    {
      name: 'files',
      doors: ['csv-stream.ts', 'images.ts', 'key-file.ts', 'pdf.ts', 'table-file.ts', 'upload.ts'],
    },
    { name: 'reports', doors: 'all' },
    {
      name: 'http',
      doors: [
        'client.ts',
        'fair-use.ts',
        'file-route.ts',
        'history-route.ts',
        'http.ts',
        'list-route.ts',
        'networks.ts',
        'page-route.ts',
        'redirect-route.ts',
        'route-access.ts',
        'module.ts',
        'route.ts',
        'row-limit.ts',
        'security-headers.ts',
        'anonymous-limits.ts',
        'window-response.ts',
      ],
    },
    { name: 'testing', doors: 'all' },
  ],
  ui: [
    { name: 'hooks', doors: 'all' },
    { name: 'elements', doors: 'all' },
    { name: 'data', doors: 'all' },
    { name: 'dialog', doors: 'all' },
    {
      name: 'keys',
      doors: ['Keys.tsx', 'openDialogs.ts', 'ShortcutSheet.tsx', 'shortcuts.ts', 'useShortcuts.ts'],
    },
    { name: 'form', doors: 'all' },
    {
      name: 'grid',
      doors: [
        'CellValue.tsx',
        'ColumnChooser.tsx',
        'DataTable.tsx',
        'EditableDetails.tsx',
        'RowActions.tsx',
        'columnChoice.ts',
        'columns.ts',
        'dataTableProps.ts',
        'rowsFile.ts',
        'selection.ts',
        'rowsSheet.ts',
        'tableColumn.ts',
        'useColumnChoice.ts',
        'longFile.ts',
        'useColumnDrag.ts',
        'useTableView.ts',
      ],
    },
    { name: 'bulk', doors: ['BulkArea.tsx', 'OutcomeArea.tsx', 'bulk.ts', 'undo.ts'] },
    {
      name: 'list',
      doors: [
        'FilterInput.tsx',
        'ListSearch.tsx',
        'RecordFilters.tsx',
        'RecordLink.tsx',
        'RecordTable.tsx',
        'RecordTools.tsx',
        'SortSelect.tsx',
        'listViews.ts',
        'useFilters.ts',
        'useListLook.ts',
        'useLongRows.ts',
        'useRecordDialogs.ts',
        'useRecordList.ts',
      ],
    },
    { name: 'board', doors: ['Board.tsx'] },
    {
      name: 'shell',
      doors: [
        'CardPage.tsx',
        'HeaderButton.tsx',
        'Layout.tsx',
        'MoreActions.tsx',
        'Page.tsx',
        'ProfileMenu.tsx',
        'TabPage.tsx',
        'WaitingArea.tsx',
      ],
    },
  ],
};

export function isKitSide(folder: string): folder is KitSide {
  return folder in KIT_ROOMS;
}

export const KIT_GROUND: Readonly<Record<string, readonly string[]>> = {
  shared: ['access.ts', 'changes.ts', 'error-codes.ts', 'history.ts', 'verdict.ts'],
  server: ['clock.ts', 'errors.ts', 'limiter.ts'],
};

export const MODULE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  users: ['sessions', 'factors', 'providers', 'account', 'roles', 'administration'],
  products: ['catalogue', 'stock', 'imports'],
};
