import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import type { NewNote, RecordNote } from '../notes.fields';

export function makeNote(
  caller: Caller,
  record: string,
  values: Partial<NewNote> = {},
): Promise<RecordNote> {
  return makeRecord<RecordNote>(caller, `${record}/notes`, {
    text: 'Call back on Friday',
    ...values,
  });
}
