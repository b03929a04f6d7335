import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { counted } from '~/kit/shared/money/numbers';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { DialogBody } from '~/kit/ui/dialog/DialogParts';
import type { Command } from '../commands.rules';
import type { SearchOpening } from './GlobalSearch';
import { longestQuery, searchQueryOf, shortestQuery } from '../search.rules';
import { type Choice, ChoiceList } from './ChoiceList';
import { useChoices } from './useChoices';
import { type FoundRecords, useFoundRecords } from './useFoundRecords';
import { earlyInput } from './useEarlyKeys';
import classes from './GlobalSearch.module.css';

interface Props extends SearchOpening {
  commands: readonly Command[];
}

export function SearchDialog({ opened, onClose, early, commands }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Search" size="lg" closeLabel="Close">
      <SearchBox onClose={onClose} early={early} commands={commands} />
    </Dialog>
  );
}

/** A combobox over commands and all records: arrows choose, Enter does the command or opens the record. */
function SearchBox({ onClose, early, commands }: Omit<Props, 'opened'>) {
  const [typed, setTyped] = useState(early);
  const [active, setActive] = useState(0);
  const listId = useId();
  const search = useFoundRecords(typed);
  const { groups, recentSearches } = useChoices({ typed, search, commands });
  const flat = groups.flatMap(({ choices }) => choices);
  const at = Math.min(active, flat.length - 1);
  const chosen = flat[at];

  const type = (text: string) => {
    setTyped(text);
    setActive(0);
  };
  const choose = ({ run }: Choice) => {
    onClose();
    // What opens its own dialog comes after this one, which gives the focus back, has closed.
    requestAnimationFrame(run);
  };
  const onKeyDown = optionKeys({
    at,
    count: flat.length,
    setActive,
    choose: () => {
      if (chosen && !chosen.isStale) choose(chosen);
    },
  });
  const optionId = ({ key }: Choice) => `${listId}-${key.replaceAll(/\W+/g, '-')}`;
  return (
    <>
      <div className={classes.box}>
        <TextInput
          {...searchInput}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          aria-expanded={flat.length > 0}
          aria-controls={listId}
          aria-activedescendant={chosen ? optionId(chosen) : undefined}
        />
      </div>
      {/* Focusable so that it can be scrolled by keyboard: the options cannot receive the focus. */}
      <DialogBody className={classes.results} tabIndex={0} role="group" aria-label="Results">
        <SearchNote typed={typed} search={search} others={flat.length} />
        {typed === '' ? <RecentSearches recent={recentSearches} onChoose={type} /> : null}
        <ChoiceList
          id={listId}
          groups={groups}
          active={chosen}
          optionId={optionId}
          onPoint={(choice) => setActive(flat.indexOf(choice))}
          onChoose={choose}
        />
      </DialogBody>
    </>
  );
}

const searchInput = {
  'data-autofocus': true,
  ...earlyInput,
  size: 'md',
  leftSection: <IconSearch size={18} aria-hidden />,
  placeholder: 'Name, number, email, phone, SKU or command',
  maxLength: longestQuery,
  autoComplete: 'off',
  spellCheck: false,
  role: 'combobox',
  'aria-label': 'Search all records',
  'aria-autocomplete': 'list',
} as const;

const steps: Record<string, (now: number, count: number) => number> = {
  ArrowDown: (now, count) => (now + 1) % count,
  ArrowUp: (now, count) => (now - 1 + count) % count,
  Home: () => 0,
  End: (_now, count) => count - 1,
};

interface OptionKeys {
  at: number;
  count: number;
  setActive: (at: number) => void;
  choose: () => void;
}

function optionKeys({ at, count, setActive, choose }: OptionKeys) {
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || count === 0 || event.shiftKey) return;
    const next = steps[event.key]?.(at, count);
    if (next === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === undefined) choose();
    else setActive(next);
  };
}

interface NoteProps {
  typed: string;
  search: FoundRecords;
  /** How many choices there are, commands and screens included. */
  others: number;
}

/** How the search for records goes, read out. */
function SearchNote({ typed, search, others }: NoteProps) {
  return (
    <>
      <p className={classes.note} role="status">
        {noteOf(typed, search, others > 0)}
      </p>
      {search.hasFailed ? (
        <button type="button" className={classes.recent} onClick={search.retry}>
          Retry
        </button>
      ) : null}
    </>
  );
}

function noteOf(
  typed: string,
  { count, isCurrent, hasFailed }: FoundRecords,
  hasOthers: boolean,
): string {
  if (searchQueryOf(typed) === null) return `Type at least ${shortestQuery} characters.`;
  if (hasFailed) return 'Search failed. Try again.';
  if (count > 0) return counted(count, 'record');
  if (!isCurrent) return 'Searching...';
  return `No ${hasOthers ? 'records' : 'results'} for "${typed.trim()}"`;
}

interface RecentProps {
  recent: readonly string[];
  onChoose: (typed: string) => void;
}

function RecentSearches({ recent, onChoose }: RecentProps) {
  if (recent.length === 0) return null;
  return (
    <div>
      <p className={classes.groupTitle}>Recent searches</p>
      {recent.map((each) => (
        <button key={each} type="button" className={classes.recent} onClick={() => onChoose(each)}>
          {each}
        </button>
      ))}
    </div>
  );
}
