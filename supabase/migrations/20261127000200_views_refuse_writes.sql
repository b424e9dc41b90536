-- Views that PostgreSQL cannot write through answer a write with 55000, which PostgREST hands on as a fault of the
-- server (500) before anybody asks who is writing. With a trigger in its place the write is first a question of
-- privileges, and nobody has them: 42501, as for every table that is not theirs.

create function app.refuse_write() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception '% is read only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
revoke all on function app.refuse_write() from public, anon, authenticated;

create trigger refuse_write instead of insert or update or delete on public.public_evaluations
  for each row execute function app.refuse_write();
create trigger refuse_write instead of insert or update or delete on public.pending_evaluations
  for each row execute function app.refuse_write();
create trigger refuse_write instead of insert or update or delete on public.public_supporters
  for each row execute function app.refuse_write();
