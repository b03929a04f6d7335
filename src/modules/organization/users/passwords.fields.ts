import { readSchema } from '~/kit/shared/fields/field-schemas';
import {
  leastCharacters,
  mostCharacters,
  readGivenPassword,
  readOwnPassword,
} from './passwords.rules';

const shapeOf = (minLength: number) => ({ type: 'string', minLength, maxLength: mostCharacters });

/** Validates a password that a person chooses for the person’s own account. */
export const ownPassword = readSchema(readOwnPassword, shapeOf(leastCharacters.own));

/** Validates one that comes with an account. */
export const givenPassword = readSchema(readGivenPassword, shapeOf(leastCharacters.given));
