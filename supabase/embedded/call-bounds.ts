import type { Database } from './database.ts';

/** Bytes around the values of a body: names of parameters, ids, numbers. */
const FRAME = 2_000;
/** JSON may write a sign of a text in two, and an item of a list is at most an id with its quotes and comma. */
const ESCAPED = 2;
const ITEM = 50;

interface Row {
  procedure: string;
  /** Bytes of a whole body. */
  longest: number;
}

/**
 * Refuses the body of a call that is longer than its parameters may be (app.parameter_bounds), before it waits for its
 * turn and before anything parses it. On hosted the procedures alone refuse, with 400. Null when it may pass.
 */
export function callBounds(
  database: Database,
): (pathname: string, bytes: number) => Promise<Response | null> {
  let known: Promise<ReadonlyMap<string, number>> | undefined;
  return async (pathname, bytes) => {
    const procedure = /^\/rest\/v1\/rpc\/(\w+)$/.exec(pathname)?.[1];
    if (bytes <= FRAME || procedure === undefined) return null;
    known ??= readBounds(database).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    const longest = (await known).get(procedure);
    if (longest === undefined || bytes <= longest) return null;
    const message = `the parameters of this procedure have at most ${longest} bytes together`;
    return Response.json({ code: 'PGRST102', message, details: null, hint: 'too_long' }, { status: 413 });
  };
}

/** Procedures with a text or document without a bound are left out: only the server itself may call them. */
async function readBounds(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<Row>(`
    select p.proname as procedure, (${FRAME} + coalesce(max(s.bytes), 0))::integer as longest
    from pg_catalog.pg_proc p
    left join lateral (
      select bool_or(b.at_most is null) as is_open,
        sum(b.at_most * case when format_type(a.type, null) like '%[]' then ${ITEM} else ${ESCAPED} end) as bytes
      from unnest(p.proargtypes) with ordinality a (type, place)
      left join app.parameter_bounds b on b.procedure = p.proname and b.parameter = p.proargnames[a.place]
      where format_type(a.type, null) ~ '^(text|jsonb?)$|\\[\\]$'
    ) s on true
    where p.pronamespace = 'public'::regnamespace
    group by p.proname having not bool_or(coalesce(s.is_open, false))`);
  return new Map(rows.map(({ procedure, longest }) => [procedure, longest]));
}
