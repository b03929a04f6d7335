import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { reasonOf } from '~/kit/ui/calls/api';
import { fetchFile } from '~/kit/ui/calls/files';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { DialogBody, DialogFooter } from '~/kit/ui/dialog/DialogParts';
import { FailedState } from '~/kit/ui/messages/ListStates';
import { useLast } from '~/kit/ui/hooks/useLast';
import type { AttachedFile } from '../attachments.fields';
import { save } from './FileRow';
import classes from './Files.module.css';

interface Props {
  file: AttachedFile | null;
  onClose: () => void;
}

/** An image of the record, as large as the window allows. */
export function FilePreview({ file, onClose }: Props) {
  const last = useLast(file);
  return (
    <Dialog
      opened={file !== null}
      onClose={onClose}
      title={last?.name ?? ''}
      size="xl"
      closeLabel="Close"
    >
      <DialogBody>{last ? <Picture file={last} /> : null}</DialogBody>
      <DialogFooter>
        <Button variant="default" onClick={() => last && void save(last)}>
          Download
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Picture({ file: { id, name } }: { file: AttachedFile }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['file', id],
    queryFn: () => fetchFile(`/files/${id}?show=true`),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const address = useMemo(() => (data ? URL.createObjectURL(data) : null), [data]);
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  if (error) return <FailedState text={reasonOf(error)} onRetry={() => void refetch()} />;
  if (!address) return <p role="status">Loading {name}...</p>;
  return <img className={classes.picture} src={address} alt={name} />;
}
