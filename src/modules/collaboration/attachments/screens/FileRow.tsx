import { IconFile, IconFileSpreadsheet, IconFileText, IconPhoto } from '@tabler/icons-react';
import { formatInstant, relativeInstant } from '~/kit/shared/time/days';
import { downloadFile } from '~/kit/ui/calls/files';
import { attempt, orTryAgain } from '~/kit/ui/calls/reportFailure';
import type { MenuIcon } from '~/kit/ui/elements/menu';
import { RowButton } from '~/kit/ui/elements/RowButton';
import { useNow } from '~/kit/ui/hooks/useNow';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import type { AttachedFile } from '../attachments.fields';
import { canDeleteFile, sizeInWords } from '../attachments.rules';
import { isShownType } from '../file-types.rules';
import classes from './Files.module.css';

interface Props {
  file: AttachedFile;
  canWrite: boolean;
  onOpen: () => void;
  onDelete: () => void;
}

export function FileRow({ file, canWrite, onOpen, onDelete }: Props) {
  const { name, type } = file;
  const mayDelete = canDeleteFile(useSession(), file).ok && canWrite;
  const Icon = icons[faceOf(type)];
  return (
    <li className={classes.file}>
      <span className={classes.icon}>
        <Icon size={20} stroke={1.5} aria-hidden />
      </span>
      <div className={classes.about}>
        <p className={classes.name}>{name}</p>
        <FileDetails file={file} />
      </div>
      <div className={classes.buttons}>
        {isShownType(type) ? <RowButton verb="Open" name={name} onClick={onOpen} /> : null}
        <RowButton verb="Download" name={name} onClick={() => void save(file)} />
        {mayDelete ? <RowButton verb="Delete" name={name} onClick={onDelete} isRed /> : null}
      </div>
    </li>
  );
}

function FileDetails({ file: { size, created_by_name, created_at } }: Pick<Props, 'file'>) {
  const { timeZone } = useCompany();
  const now = useNow();
  return (
    <p className={classes.details}>
      {sizeInWords(size)} · {created_by_name} ·{' '}
      <time dateTime={created_at} title={formatInstant(created_at, timeZone)}>
        {relativeInstant(created_at, now, timeZone)}
      </time>
    </p>
  );
}

type Face = 'image' | 'table' | 'text' | 'other';

const icons: Readonly<Record<Face, MenuIcon>> = {
  image: IconPhoto,
  table: IconFileSpreadsheet,
  text: IconFileText,
  other: IconFile,
};

function faceOf(type: string): Face {
  if (isShownType(type)) return 'image';
  if (type === 'text/csv' || type.includes('spreadsheet')) return 'table';
  return type === 'text/plain' || type.includes('wordprocessing') ? 'text' : 'other';
}

export async function save({ id, name }: AttachedFile): Promise<void> {
  const texts = orTryAgain('Failed to download file');
  await attempt(texts, () => downloadFile(`/files/${id}`, name));
}
