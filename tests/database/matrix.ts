/**
 * Permissions on every table and procedure of schema public, as data. matrix.test.ts compares it
 * with the database; a table, view or procedure without an entry here fails.
 */
import { accountsProcedures, accountsTables } from './matrix/accounts.ts';
import { adminProcedures, adminTables } from './matrix/admin.ts';
import { alertsProcedures, alertsTables } from './matrix/alerts.ts';
import { contentProcedures, contentTables } from './matrix/content.ts';
import { lessonsProcedures, lessonsTables } from './matrix/lessons.ts';
import { programmesProcedures, programmesTables } from './matrix/programmes.ts';
import { pushProcedures, pushTables } from './matrix/push.ts';
import { replicationProcedures, replicationTables } from './matrix/replication.ts';
import type { ProcedureRules, TableRules } from './matrix/rules.ts';

export const TABLES: Record<string, TableRules> = {
  ...replicationTables,
  ...contentTables,
  ...accountsTables,
  ...programmesTables,
  ...pushTables,
  ...lessonsTables,
  ...alertsTables,
  ...adminTables,
};

/** Keyed by signature as PostgreSQL writes it, argument types only. */
export const PROCEDURES: Record<string, ProcedureRules> = {
  ...replicationProcedures,
  ...contentProcedures,
  ...accountsProcedures,
  ...programmesProcedures,
  ...pushProcedures,
  ...lessonsProcedures,
  ...alertsProcedures,
  ...adminProcedures,
};
