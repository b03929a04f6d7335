import { refused } from './verdict';

/** What somebody is told who only reads where one works now, and wants to write. */
export const onlyReads = refused('workspace.read_only', 'You can only read in this workspace');
