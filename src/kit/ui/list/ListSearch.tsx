import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './ListSearch.module.css';

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
  before?: ReactNode;
  children?: ReactNode;
}

export function ListSearch({ label, value, onChange, before, children }: Props) {
  return (
    <div className={classes.tools}>
      {before}
      <TextInput
        className={classNames(classes.search)}
        type="search"
        data-shortcut="find"
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {children}
    </div>
  );
}
