import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { counted } from '~/kit/shared/money/numbers';
import { useIsLanded } from '~/kit/ui/hooks/useIsLanded';
import { placeOfRecord } from '~/modules/activity/activity.rules';
import type { Found } from '../search.fields';
import { groupsOf, longestWanted, shortestWanted, wantedOf } from '../search.rules';
import { FoundList } from './FoundList';
import { useRecentSearches, useSearch } from './search.client';
import { DialogBody } from '~/kit/ui/dialog/DialogParts';
import classes from './GlobalSearch.module.css';

const typingMs = 120;

/** A combobox over all records: arrows choose, Enter opens the record on its screen. */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const [recent, remember] = useRecentSearches();
  const search = useFoundRecords(typed);
  const goTo = useGoTo();
  const { flat } = search;
  const at = Math.min(active, flat.length - 1);
  const chosen = flat[at];

  const type = (text: string) => {
    setTyped(text);
    setActive(0);
  };
  const open = (found: Found) => {
    if (!placeOfRecord(found)) return;
    remember(typed.trim());
    onClose();
    goTo(found);
  };
  const onKeyDown = optionKeys({
    at,
    count: flat.length,
    setActive,
    choose: () => {
      if (chosen && search.isCurrent) open(chosen);
    },
  });
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
          aria-activedescendant={chosen ? optionId(listId, chosen) : undefined}
        />
      </div>
      {/* Focusable so that it can be scrolled by keyboard: the options cannot receive the focus. */}
      <DialogBody className={classes.results} tabIndex={0} role="group" aria-label="Results">
        <SearchNote typed={typed} search={search} />
        {typed === '' ? <Recent recent={recent} onChoose={type} /> : null}
        <FoundList
          id={listId}
          groups={search.groups}
          active={chosen}
          optionId={(found) => optionId(listId, found)}
          onPoint={(found) => setActive(flat.indexOf(found))}
          onChoose={open}
        />
      </DialogBody>
    </>
  );
}

const searchInput = {
  'data-autofocus': true,
  size: 'md',
  leftSection: <IconSearch size={18} aria-hidden />,
  placeholder: 'Name, number, e-mail, phone or SKU',
  maxLength: longestWanted,
  autoComplete: 'off',
  spellCheck: false,
  role: 'combobox',
  'aria-label': 'Search all records',
  'aria-autocomplete': 'list',
} as const;

function useGoTo(): (found: Found) => void {
  const navigate = useNavigate();
  return (found) => {
    const place = placeOfRecord(found);
    if (place) void navigate({ to: place.path, search: place.search });
  };
}

const steps: Record<string, (now: number, count: number) => number> = {
  ArrowDown: (now, count) => (now + 1) % count,
  ArrowUp: (now, count) => (now - 1 + count) % count,
};

interface OptionKeys {
  at: number;
  count: number;
  setActive: (at: number) => void;
  choose: () => void;
}

function optionKeys({ at, count, setActive, choose }: OptionKeys) {
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || count === 0) return;
    const next = steps[event.key]?.(at, count);
    if (next === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === undefined) choose();
    else setActive(next);
  };
}

const optionId = (list: string, { type, id }: Found) => `${list}-${type}-${id}`;

interface Search {
  groups: ReturnType<typeof groupsOf>;
  flat: readonly Found[];
  isCurrent: boolean;
  hasFailed: boolean;
  retry: () => void;
}

function useFoundRecords(typed: string): Search {
  const [settled] = useDebouncedValue(typed.trim(), typingMs);
  const { data, isError, isPlaceholderData, isFetching, refetch } = useSearch(settled);
  const isLanded = useIsLanded();
  const wanted = wantedOf(typed) !== null;
  const groups = useMemo(
    () =>
      groupsOf(wanted ? (data ?? []) : []).filter(({ found: [first] }) => {
        const place = first && placeOfRecord(first);
        return place && isLanded(place.path);
      }),
    [data, wanted, isLanded],
  );
  const flat = useMemo(() => groups.flatMap(({ found }) => found), [groups]);
  return {
    groups,
    flat,
    isCurrent: settled === typed.trim() && !isPlaceholderData && !isFetching,
    hasFailed: isError && wanted,
    retry: () => void refetch(),
  };
}

function SearchNote({ typed, search }: { typed: string; search: Search }) {
  return (
    <>
      <p className={classes.note} role="status">
        {noteOf(typed, search)}
      </p>
      {search.hasFailed ? (
        <button type="button" className={classes.recent} onClick={search.retry}>
          Retry
        </button>
      ) : null}
    </>
  );
}

function noteOf(typed: string, { flat, isCurrent, hasFailed }: Search): string {
  if (wantedOf(typed) === null) return `Type at least ${shortestWanted} characters.`;
  if (hasFailed) return 'The search did not work.';
  if (!isCurrent) return flat.length > 0 ? countOf(flat) : 'Searching...';
  return flat.length > 0 ? countOf(flat) : `Nothing found for "${typed.trim()}"`;
}

function countOf(flat: readonly Found[]): string {
  return counted(flat.length, 'record');
}

function Recent(props: { recent: readonly string[]; onChoose: (typed: string) => void }) {
  if (props.recent.length === 0) return null;
  return (
    <div>
      <p className={classes.groupTitle}>Recent searches</p>
      {props.recent.map((each) => (
        <button
          key={each}
          type="button"
          className={classes.recent}
          onClick={() => props.onChoose(each)}
        >
          {each}
        </button>
      ))}
    </div>
  );
}
