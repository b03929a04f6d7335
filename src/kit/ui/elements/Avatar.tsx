import { useState } from 'react';
import { initialsOf } from './menu';
import classes from './Avatar.module.css';

export interface Pictured {
  first_name: string;
  last_name: string;
  email: string;
  /** The photo's address; without one the initials stand for the person. */
  photo?: string | null;
}

interface AvatarProps {
  user: Pictured;
  size?: 'small' | 'medium' | 'large';
  /** What the photo shows; without it the avatar says nothing that is not beside it. */
  alt?: string;
}

/** A person's photo in a circle, or the initials; also where the photo cannot be loaded. */
export function Avatar({ user, size = 'small', alt = '' }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const { photo = null } = user;
  return (
    <span className={classes.avatar} data-size={size} aria-hidden={alt === '' || undefined}>
      {photo === null || failed === photo ? (
        initialsOf(user)
      ) : (
        <img src={photo} alt={alt} onError={() => setFailed(photo)} />
      )}
    </span>
  );
}
