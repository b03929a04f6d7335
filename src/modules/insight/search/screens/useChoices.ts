import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { commandsHere } from '~/kit/ui/elements/commands';
import { locationOfRecord } from '~/modules/collaboration/activity/activity.rules';
import { type Command, matchingCommands } from '../commands.rules';
import type { Match } from '../search.fields';
import type { Choice, ChoiceGroup } from './ChoiceList';
import { useRecentRecords, useRecentSearches } from './recent.client';
import type { FoundRecords } from './useFoundRecords';

interface Sources {
  typed: string;
  search: FoundRecords;
  commands: readonly Command[];
}

/** What the dialog offers: the commands, which are there at once, before the records; those opened last while nothing is typed. */
export function useChoices({ typed, search, commands }: Sources) {
  const [here] = useState(commandsOfScreen);
  const [recentRecords, rememberRecord] = useRecentRecords();
  const [recentSearches, rememberSearch] = useRecentSearches();
  const goTo = useGoTo();
  const open = (found: Match) => {
    rememberRecord(found);
    if (typed !== '') rememberSearch(typed.trim());
    goTo(found);
  };
  const recent = typed === '' ? recentRecords : [];
  const groups: ChoiceGroup[] = [
    ...(recent.length > 0
      ? [{ label: 'Recent records', choices: recent.map((each) => recordChoice(each, open)) }]
      : []),
    ...groupsOfCommands(matchingCommands([...here, ...commands], typed)),
    ...search.groups.map(({ label, found }) => ({
      label,
      choices: found.map((each) => ({ ...recordChoice(each, open), isStale: !search.isCurrent })),
    })),
  ];
  return { groups, recentSearches };
}

function commandsOfScreen(): Command[] {
  return commandsHere().map((each) => ({ ...each, group: 'On this screen' }));
}

function recordChoice(found: Match, open: (found: Match) => void): Choice {
  const { type, id, label, detail } = found;
  return { key: `${type} ${id}`, label, detail, run: () => open(found) };
}

function groupsOfCommands(commands: readonly Command[]): ChoiceGroup[] {
  const labels = new Set(commands.map(({ group }) => group));
  return [...labels].map((label) => ({
    label,
    choices: commands
      .filter(({ group }) => group === label)
      .map(({ name, run }) => ({ key: name, label: name, run })),
  }));
}

function useGoTo(): (found: Match) => void {
  const navigate = useNavigate();
  return (found) => {
    const location = locationOfRecord(found);
    if (location) void navigate({ to: location.path, search: location.search });
  };
}
