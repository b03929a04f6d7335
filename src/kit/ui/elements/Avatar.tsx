import { useState } from 'react';
import { initialsOf } from './menu';
import classes from './Avatar.module.css';

export interface Pictured {
  first_name: string;
  last_name: string;
  email: string;
  photo?: string | null;
}

interface AvatarProps {
  user: Pictured;
  size?: 'small' | 'medium' | 'large';
  alt?: string;
}

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
