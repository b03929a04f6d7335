import { rightsColumn } from './users.queries';

/** SQL: the rights of user `u`, null for everything (docs/product/roles.md#ready-made-roles). */
export const rightsOfUser = rightsColumn;
