import { Tabs } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { classNames } from '~/kit/ui/theme/classNames';
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
  /** Which tab is open, where the page's caller says it. */
  open?: string;
  onOpen?: (value: string) => void;
  renderNotice?: (open: string) => ReactNode;
  children?: ReactNode;
}

export function TabPage({
  tabs,
  keepMounted = false,
  renderNotice,
  children,
  open: chosen,
  onOpen,
  ...page
}: TabPageProps) {
  const [first] = tabs;
  const [own, setOwn] = useState(first.value);
  const tab = chosen ?? own;
  const open = tabs.some(({ value }) => value === tab) ? tab : first.value;
  return (
    <Page {...page} fill>
      <Tabs
        className={classNames(classes.tabs)}
        value={open}
        onChange={(value) => (onOpen ?? setOwn)(value ?? first.value)}
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
