import { isDay } from '~/kit/shared/time/days';
import {
  type CustomerDocument,
  type DocumentType,
  documentTypes,
} from './customer-documents.fields';

export const pageSize = 50;

export type DocumentPosition = Pick<CustomerDocument, 'date' | 'type' | 'id'>;

/** The position of a document in its list, newest first, for `before`. */
export function positionText({ date, type, id }: DocumentPosition): string {
  return `${date}.${type}.${id}`;
}

/** The position that a text names; null for any other text. */
export function positionAt(text: string): DocumentPosition | null {
  const [date = '', name = '', id = ''] = text.split('.');
  const type: DocumentType | undefined = documentTypes.find((each) => each === name);
  if (!type || !isDay(date) || !/^\d{1,12}$/.test(id)) return null;
  const position = { date, type, id: Number(id) };
  return positionText(position) === text ? position : null;
}
