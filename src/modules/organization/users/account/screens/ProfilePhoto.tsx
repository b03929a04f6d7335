import { Button, FileButton } from '@mantine/core';
import { Avatar } from '~/kit/ui/elements/Avatar';
import { ChoiceBadge } from '~/kit/ui/elements/Badge';
import { useImageChange } from '~/kit/ui/form/useImageChange';
import { mostPhotoBytes, photoTooLarge, photoTypes } from '../photos.rules';
import { roles } from '../../users.fields';
import { displayName } from '../../users.rules';
import { removePhoto, sendPhoto } from './account.client';
import type { SessionUser } from '../../sessions/sessions.fields';
import { photoOf } from '../../sessions/screens/session.client';
import { SoftText } from '~/kit/ui/theme/SoftText';
import classes from './AccountCard.module.css';

const change = {
  noun: 'Photo',
  most: { bytes: mostPhotoBytes, message: photoTooLarge },
  send: sendPhoto,
  remove: removePhoto,
};

/** One's photo with name and role; a photo is sent as soon as it is chosen. */
export function ProfilePhoto({ user }: { user: SessionUser }) {
  const { busy, failure, send, remove } = useImageChange(change);
  const photo = photoOf(user);
  const name = displayName(user);
  return (
    <div className={classes.person}>
      <Avatar user={{ ...user, photo }} size="large" alt={photo ? `Photo of ${name}` : ''} />
      <div className={classes.who}>
        <p className={classes.name}>{name}</p>
        <p>{user.email}</p>
        <ChoiceBadge choices={roles} value={user.role} />
      </div>
      <div className={classes.photoButtons}>
        {/* Keyed by the photo, so that the same file can be chosen again. */}
        <FileButton key={`${photo}${failure}`} accept={photoTypes} onChange={send}>
          {(props) => (
            <Button {...props} variant="default" loading={busy}>
              Change Photo
            </Button>
          )}
        </FileButton>
        {photo ? (
          <Button variant="subtle" color="red" disabled={busy} onClick={remove}>
            Remove Photo
          </Button>
        ) : null}
      </div>
      {failure ? (
        <p className={classes.alert} role="alert">
          {failure}
        </p>
      ) : null}
      <SoftText className={classes.photoHint} small>
        PNG, JPEG or WebP, up to 2 MB. The photo is cropped to a square.
      </SoftText>
    </div>
  );
}
