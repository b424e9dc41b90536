-- The back-office: who may, and how it searches. Everything in it is for administrators: 42501 with the hint
-- `admin_only` for everybody else, whatever they ask.

-- The id of the administrator who calls. Hints: not_signed_in (PT401), admin_only (42501).
create function app.require_admin() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  if not app.is_admin() then
    perform app.refuse('42501', 'admin_only', 'only administrators do this');
  end if;
  return me;
end
$$;

-- The words of a folded text (app.fold), for looking up by their beginnings: 'ana.lima@example.com' has four. Built as
-- lexemes without a text search parser, which would make other words of numbers and addresses. Names nothing of `app`
-- and sets nothing, so that it is inlined and works in indexes whoever writes the row.
create function app.search_words(folded text) returns tsvector
language sql immutable strict parallel safe
as $$
  select pg_catalog.array_to_tsvector(pg_catalog.array_remove(
    pg_catalog.regexp_split_to_array(folded, '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'), ''))
$$;
grant execute on function app.search_words(text) to authenticated, service_role;

-- What finds rows that have, for every word of the text, a word that begins so; null for a text without words.
create function app.search_query(wanted text) returns tsquery
language sql immutable set search_path = ''
as $$
  select string_agg('''' || w || ''':*', ' & ')::tsquery
  from regexp_split_to_table(app.fold(left(wanted, 200)), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+') w
  where w <> ''
$$;

create index user_profiles_words on public.user_profiles
  using gin (app.search_words(app.fold(name || ' ' || email))) where removed_at is null;

-- People by name or e-mail: what requests, evaluations and the audit are searched by. 2,000 at most; whoever looks for
-- one of them by "ana" alone has to say more.
create function app.people_found(query tsquery) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(f.id), '{}') from (
    select p.id from public.user_profiles p
    where app.search_words(app.fold(p.name || ' ' || p.email)) @@ query and p.removed_at is null limit 2000
  ) f
$$;

revoke all on function app.require_admin(), app.search_query(text), app.people_found(tsquery)
  from public, anon, authenticated;
revoke all on function app.search_words(text) from public, anon;
