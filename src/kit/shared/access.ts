import { refused } from './verdict';

export const onlyReads = refused('workspace.read_only', 'You can only read in this workspace');
