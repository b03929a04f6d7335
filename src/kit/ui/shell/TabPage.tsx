import { Tabs } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { classNames } from '~/kit/ui/elements/classNames';
import { Page, type PageProps } from './Page';
import classes from './TabPage.module.css';

interface Tab {
  value: string;
  label: ReactNode;
  content: ReactNode;
}

interface TabPageProps extends Omit<PageProps, 'fill' | 'children'> {
  tabs: readonly [Tab, ...Tab[]];
  /** Typed input in a tab stays while another one is open. */
  keepMounted?: boolean;
  renderNotice?: (open: string) => ReactNode;
  children?: ReactNode;
}

export function TabPage({
  tabs,
  keepMounted = false,
  renderNotice,
  children,
  ...page
}: TabPageProps) {
  const [first] = tabs;
  const [open, setOpen] = useState(first.value);
  return (
    <Page {...page} fill>
      <Tabs
        className={classNames(classes.tabs)}
        value={open}
        onChange={(value) => setOpen(value ?? first.value)}
        keepMounted={keepMounted}
      >
        <Tabs.List>
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {renderNotice?.(open)}
        {tabs.map(({ value, content }) => (
          <Tabs.Panel key={value} value={value}>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
      {children}
    </Page>
  );
}
