-- Fields of which the later write counts, whichever arrives first: two phones of one person write without a connection,
-- and the one that was off for a week must not undo what the other said this morning. src/outbox/conflicts.ts names the
-- rule of every kind of write.
--
-- A phone tells with each write when it was written, by the server's clock as far as the phone knows it.
create table app.written_fields (
  person_id uuid not null,
  field text not null,
  written_at timestamptz not null,
  primary key (person_id, field)
);
alter table app.written_fields enable row level security;
insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, blanks, reason) values
  ('app.written_fields', '{person_id}', 't.person_id::text = $1', null, 'gone', null,
    'when a field was written last: what it says is shown with the field');

-- When the write of this request was made. X-Written-At: ISO 8601, not after now and not more than a year ago; without
-- it, or with nonsense in it, the write is as old as the request.
create function app.written_at() returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  told constant text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-written-at';
begin
  if told ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,3})?Z$' then
    return greatest(least(told::timestamptz, now()), now() - interval '1 year');
  end if;
  return now();
exception when datetime_field_overflow or invalid_datetime_format then
  return now();
end
$$;

-- Whether this request's write of the caller's field is the latest so far; notes it if so. `seen`: its author saw the
-- present value, so that it counts whatever the times say.
create function app.is_latest(field text, seen boolean default false) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into app.written_fields as w (person_id, field, written_at)
    values (auth.uid(), is_latest.field, app.written_at())
    on conflict on constraint written_fields_pkey do update set written_at = greatest(w.written_at, excluded.written_at)
    where coalesce(seen, false) or w.written_at <= excluded.written_at;
  return found;
end
$$;

-- The changes without the fields that were written later than by this request.
create function app.latest_fields(prefix text, changes jsonb, seen boolean) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}')
  from jsonb_each(changes) e where app.is_latest(prefix || e.key, seen)
$$;
