/**
 * Columns of a row that are all set or all null, as those from the outer side of a join: once one of them
 * has been compared with null, the others are known.
 */
export type AllOrNull<Columns> = Columns | { [Name in keyof Columns]: null };
