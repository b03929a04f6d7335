import { Button, FileButton, Progress } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { RowButton } from '~/kit/ui/elements/RowButton';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { fileEndings } from '../file-types.rules';
import type { Uploads, RunningUpload } from './files.client';
import classes from './Files.module.css';

/** Where files are dropped or chosen, and how far those are that are on their way. */
export function UploadArea({ uploads }: { uploads: Uploads }) {
  const drop = useDrop(uploads.add);
  return (
    <>
      <div className={classes.area} data-over={drop.isOver || undefined} {...drop.handlers}>
        <FileButton
          key={uploads.all.length}
          multiple
          accept={fileEndings.join(',')}
          onChange={uploads.add}
          inputProps={{ 'aria-label': 'Choose files' }}
        >
          {(props) => (
            <Button {...props} leftSection={<IconUpload size={16} aria-hidden />}>
              Add File
            </Button>
          )}
        </FileButton>
        <SoftText small>
          or drop files here: documents, images, text and drawings, up to 20 MB
        </SoftText>
      </div>
      {uploads.all.length > 0 ? (
        <ul className={classes.uploads} aria-label="Uploading files">
          {uploads.all.map((each) => (
            <UploadInFlight
              key={each.key}
              upload={each}
              onDismiss={() => uploads.dismiss(each.key)}
            />
          ))}
        </ul>
      ) : null}
    </>
  );
}

function UploadInFlight({ upload, onDismiss }: { upload: RunningUpload; onDismiss: () => void }) {
  const { name, part, error } = upload;
  const verb = error === null ? 'Cancel' : 'Dismiss';
  return (
    <li className={classes.upload}>
      <div className={classes.about}>
        <p className={classes.name}>{name}</p>
        {error === null ? (
          <Progress value={part * 100} aria-label={`Sending ${name}`} />
        ) : (
          <p className={classes.refused} role="alert">
            {error}
          </p>
        )}
      </div>
      <RowButton verb={verb} name={name} onClick={onDismiss} />
    </li>
  );
}

function useDrop(add: Uploads['add']) {
  const [isOver, setIsOver] = useState(false);
  const hold = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(true);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: hold,
      onDragOver: hold,
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setIsOver(false);
        add([...event.dataTransfer.files]);
      },
    },
  };
}
