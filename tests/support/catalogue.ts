/**
 * Everything that migrations leave in a database, as lines that two databases can be compared by:
 * schemas, types, tables, columns, constraints, indexes, views, functions, triggers, policies,
 * privileges, comments, publications, the settings of roles, and rows. Names replace object ids,
 * which differ between any two databases.
 */
import type { Database, Statements } from '../../supabase/embedded/database.ts';

/** Maps an object to its definition. A function's body has its own key, `body …`. */
export type Catalogue = Map<string, string>;

export interface Difference {
  object: string;
  /** Undefined: the object is missing. */
  before: string | undefined;
  after: string | undefined;
}

/** Excludes objects of the embedded server itself, and of PostgreSQL. */
const OURS = `n.nspname not like 'pg\\_%' and n.nspname not in ('information_schema', 'embedded', 'supabase_migrations')`;

/**
 * `acl` as sorted words; null means PostgreSQL's default for the kind of object, which is written
 * out.
 */
const privileges = (acl: string, kind: string, owner: string) => `(
  select coalesce(string_agg(distinct coalesce(r.rolname, 'public') || '=' || x.privilege_type
    || case when x.is_grantable then '*' else '' end, ' '), 'none')
  from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) x left join pg_roles r on r.oid = x.grantee)`;

/** Each query returns rows of `object` and `definition`. */
const QUESTIONS: readonly string[] = [
  `select 'extension ' || e.extname, concat_ws(' ', e.extversion, n.nspname)
   from pg_extension e join pg_namespace n on n.oid = e.extnamespace`,
  `select 'schema ' || n.nspname, concat_ws(' | ', pg_get_userbyid(n.nspowner), ${privileges('n.nspacl', 'n', 'n.nspowner')},
     obj_description(n.oid, 'pg_namespace'))
   from pg_namespace n where ${OURS}`,
  `select 'default privileges of ' || pg_get_userbyid(d.defaclrole) || ' in ' || coalesce(n.nspname, 'every schema')
     || ' on ' || d.defaclobjtype::text, ${privileges('d.defaclacl', 'r', 'd.defaclrole')}
   from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace`,
  `select 'type ' || format_type(t.oid, null), concat_ws(' | ', t.typtype, t.typcategory,
     pg_get_userbyid(t.typowner), ${privileges('t.typacl', 'T', 't.typowner')},
     (select string_agg(e.enumlabel, ',' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid),
     (select string_agg(pg_get_constraintdef(c.oid), ' ' order by c.conname) from pg_constraint c where c.contypid = t.oid),
     obj_description(t.oid, 'pg_type'))
   from pg_type t join pg_namespace n on n.oid = t.typnamespace where ${OURS} and t.typtype in ('e', 'd', 'c', 'r')
     and (t.typrelid = 0 or exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'))`,
  `select 'relation ' || c.oid::regclass, concat_ws(' | ', c.relkind, c.relpersistence, pg_get_userbyid(c.relowner),
     'rls ' || c.relrowsecurity || ' ' || c.relforcerowsecurity, 'identity ' || c.relreplident::text,
     (select string_agg(o, ',' order by o) from unnest(c.reloptions) o),
     ${privileges('c.relacl', 'r', 'c.relowner')}, obj_description(c.oid, 'pg_class'))
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where ${OURS} and c.relkind in ('r', 'v', 'm', 'S', 'f', 'p', 'c')`,
  `select 'column ' || c.oid::regclass || ' ' || lpad(a.attnum::text, 3, '0') || ' ' || a.attname, concat_ws(' | ',
     format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
     'default ' || pg_get_expr(d.adbin, d.adrelid), 'generated ' || nullif(a.attgenerated::text, ''),
     'identity ' || nullif(a.attidentity::text, ''), (select 'collation ' || l.collname from pg_collation l where l.oid = a.attcollation),
     'storage ' || a.attstorage::text, 'compression ' || a.attcompression::text,
     -- -1 up to PostgreSQL 16, null from 17 on.
     'statistics ' || coalesce(nullif(a.attstattarget::int, -1)::text, 'default'),
     array_to_string(a.attoptions, ','),
     (select string_agg(distinct coalesce(r.rolname, 'public') || '=' || x.privilege_type, ' ')
       from aclexplode(a.attacl) x left join pg_roles r on r.oid = x.grantee), col_description(c.oid, a.attnum))
   from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where ${OURS} and c.relkind in ('r', 'v', 'm', 'f', 'p', 'c') and a.attnum > 0`,
  `select 'constraint ' || c.conrelid::regclass || ' ' || c.conname, concat_ws(' | ', pg_get_constraintdef(c.oid),
     case when not c.convalidated then 'not valid' end, obj_description(c.oid, 'pg_constraint'))
   from pg_constraint c join pg_namespace n on n.oid = c.connamespace where ${OURS} and c.conrelid <> 0`,
  `select 'index ' || i.indexrelid::regclass, concat_ws(' | ', pg_get_indexdef(i.indexrelid),
     case when not i.indisvalid then 'invalid' end, case when i.indisclustered then 'clustered' end,
     (select string_agg(a.attnum || ':' || a.attstattarget, ',' order by a.attnum) from pg_attribute a
       where a.attrelid = i.indexrelid and a.attstattarget::int <> -1), obj_description(i.indexrelid, 'pg_class'))
   from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS}`,
  `select 'view ' || c.oid::regclass, pg_get_viewdef(c.oid)
   from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind in ('v', 'm')`,
  `select 'sequence ' || s.seqrelid::regclass, concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax,
     s.seqmin, s.seqcache, s.seqcycle,
     -- Times of the last hints, which differ from run to run.
     case when c.relname not like 'hinted\\_%' then pg_sequence_last_value(s.seqrelid::regclass) end)
   from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS}`,
  `select 'function ' || p.oid::regprocedure, concat_ws(' | ', p.prokind, pg_get_function_arguments(p.oid),
     'returns ' || pg_get_function_result(p.oid), l.lanname, pg_get_userbyid(p.proowner),
     case when p.prosecdef then 'definer' end, case when p.proleakproof then 'leakproof' end,
     case when p.proisstrict then 'strict' end, 'volatility ' || p.provolatile::text, 'parallel ' || p.proparallel::text,
     'cost ' || p.procost, 'rows ' || p.prorows, array_to_string(p.proconfig, ' '),
     ${privileges('p.proacl', 'f', 'p.proowner')}, obj_description(p.oid, 'pg_proc'))
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
   where ${OURS} and not exists (
     select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`,
  `select 'body ' || p.oid::regprocedure, p.prosrc
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where ${OURS} and not exists (
     select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`,
  `select 'trigger ' || t.tgrelid::regclass || ' ' || t.tgname, concat_ws(' | ', pg_get_triggerdef(t.oid),
     'enabled ' || t.tgenabled::text, obj_description(t.oid, 'pg_trigger'))
   from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where ${OURS} and not t.tgisinternal`,
  `select 'policy ' || p.schemaname || '.' || p.tablename || ' ' || p.policyname, concat_ws(' | ', p.permissive, p.cmd,
     array_to_string(p.roles, ','), 'using ' || p.qual, 'check ' || p.with_check)
   from pg_policies p`,
  `select 'rule ' || c.oid::regclass || ' ' || r.rulename, pg_get_ruledef(r.oid)
   from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace
   where ${OURS} and r.rulename <> '_RETURN'`,
  `select 'publication ' || p.pubname, concat_ws(' | ', p.puballtables, p.pubinsert, p.pubupdate, p.pubdelete, p.pubtruncate,
     (select string_agg(r.prrelid::regclass::text, ',' order by r.prrelid::regclass::text)
       from pg_publication_rel r where r.prpubid = p.oid))
   from pg_publication p`,
  `select 'settings of ' || coalesce(r.rolname, 'every role') || case when s.setdatabase <> 0 then ' here' else '' end,
     (select string_agg(c, ' ' order by c) from unnest(s.setconfig) c)
   from pg_db_role_setting s left join pg_roles r on r.oid = s.setrole
   where s.setdatabase in (0, (select d.oid from pg_database d where d.datname = current_database()))`,
];

/**
 * Rows are compared without values that each database generates: moments, transaction ids, random
 * ids.
 */
const OWN_VALUES = `a.attname in ('_xid', 'epoch', 'fingerprint') or (
  d.adbin is not null and pg_get_expr(d.adbin, d.adrelid) ~ '(now|clock_timestamp)\\(\\)')`;

export function readCatalogue(db: Database): Promise<Catalogue> {
  return db.transaction(async (tx) => {
    // With an empty search path every name is written with its schema.
    await tx.exec(`set local search_path = ''`);
    const catalogue: Catalogue = new Map();
    for (const question of QUESTIONS) {
      const rows = await tx.query<{ object: string; definition: string | null }>(
        `select object, definition from (${question}) as q (object, definition)`,
      );
      for (const { object, definition } of rows) catalogue.set(object, definition ?? '');
    }
    await readRows(tx, catalogue);
    return catalogue;
  });
}

/** Of reference data; hints that wait depend on the moment. */
async function readRows(tx: Statements, catalogue: Catalogue): Promise<void> {
  const tables = await tx.query<{ name: string; own: string[] }>(`
    select c.oid::regclass::text as name, array(
      select a.attname::text from pg_attribute a
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and (${OWN_VALUES})
    ) as own
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and c.relname <> 'waiting_hints' and ${OURS}`);
  for (const { name, own } of tables) {
    const [row] = await tx.query<{ rows: string }>(
      `select coalesce(string_agg(r.content, E'\\n' order by r.content), 'none') as rows
       from (select (to_jsonb(t) - $1::text[])::text as content from ${name} t) r`,
      [own],
    );
    catalogue.set(`rows ${name}`, row?.rows ?? 'none');
  }
}

/** Sorted by the objects' names. */
export function compareCatalogues(before: Catalogue, after: Catalogue): Difference[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .filter((object) => before.get(object) !== after.get(object))
    .map((object) => ({ object, before: before.get(object), after: after.get(object) }));
}
