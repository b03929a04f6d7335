export {
  type AccountBook,
  type AsOf,
  isAfterDay,
  movementsOf,
  reportOfAges,
  type Where,
} from './accounts.queries';
export { readAges } from './receivables.actions';
export {
  mailStatement,
  printedLines,
  type SentPeriod,
  stateAccount,
  statementFile,
} from './statements.actions';
