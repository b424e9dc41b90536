-- The team writes to the two people of a report: to who reported, and to whom it is about. Both receive it in their inbox
-- and as a push; a visitor reads it with the report's code. What the reported person receives, and what they can ask for
-- of their own data, names neither the report nor who made it.

create table public.report_letters (
  id uuid primary key default gen_random_uuid(),
  report_id uuid not null references public.reports (id) on delete cascade,
  recipient text not null constraint report_letters_recipient_check check (recipient in ('reporter', 'reported')),
  -- Null: a visitor, who reads it with the code.
  person_id uuid,
  -- Fits the body of a notification.
  text text not null constraint report_letters_text_check check (char_length(text) between 1 and 900),
  written_by uuid not null,
  written_at timestamptz not null default clock_timestamp(),
  constraint report_letters_to_visitors check (person_id is not null or recipient = 'reporter')
);
create index report_letters_report on public.report_letters (report_id, written_at);
create index report_letters_person on public.report_letters (person_id);
alter table public.report_letters enable row level security;
create policy "admins read letters" on public.report_letters for select to authenticated
  using ((select app.is_admin()));
grant select (id, report_id, recipient, person_id, text, written_by, written_at) on public.report_letters to authenticated;
grant select, insert, update, delete on public.report_letters to service_role;
select app.audit_table('report_letters', 'id', 'person_id', 'text');
insert into app.typed_texts (relation, column_name, kind) values ('report_letters', 'text', 'text');
create trigger aa_clean before insert or update on public.report_letters
  for each row execute function app.clean_typed_texts();
create trigger banned_refused before insert or update or delete on public.report_letters
  for each statement execute function app.refuse_banned_write();
insert into app.personal_data (place, columns, rows_of, exported_as, hidden, after_leaving, reason) values
  ('public.report_letters', '{report_id,person_id,text,written_by}', 't.person_id::text = $1', 'team_letters',
    '{id,report_id,recipient,person_id,written_by}', 'gone', 'the report and who of the team wrote are the team''s');
insert into app.commands_without_terms (kind, reason) values ('admin.report.write', 'the team');

create function public.admin_write_about_report(command_id uuid, letter jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_admin();
  answer jsonb := app.begin_command(command_id, 'admin.report.write', letter);
  report public.reports;
  wanted public.report_letters;
  refused text;
  rule text;
begin
  if answer is not null then
    return answer;
  end if;
  if jsonb_typeof(letter) is distinct from 'object' then
    perform app.refuse('22023', 'invalid_value', 'a letter is an object', 'letter');
  end if;
  select k into refused from jsonb_object_keys(letter) k
    where k <> all (array['report_id', 'recipient', 'text']) limit 1;
  if refused is not null then
    perform app.refuse('22023', 'invalid_value', 'a letter has no such field', refused);
  end if;
  wanted.report_id := app.id_field(letter, 'report_id');
  wanted.recipient := app.text_field(letter, 'recipient');
  wanted.text := btrim(app.text_field(letter, 'text'));
  if wanted.recipient is null or wanted.recipient not in ('reporter', 'reported') then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'recipient');
  elsif coalesce(char_length(wanted.text), 0) not between 1 and 900 then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', 'text');
  end if;
  select * into report from public.reports r where r.id = wanted.report_id for share;
  if report.id is null then
    perform app.refuse('PT404', 'target_unknown', 'there is no such report');
  end if;
  wanted.person_id := case wanted.recipient when 'reporter' then report.reporter_id
    else coalesce((select t.person_id from app.reported_texts t where t.report_id = report.id),
      app.reported_person(report.what, report.target_id, report.reporter_id)) end;
  -- The same for a removed account and for one that was never there. Somebody who writes to a person holds that person.
  perform from public.user_profiles p where p.id = wanted.person_id and p.removed_at is null for share;
  if not found and not (wanted.recipient = 'reporter' and report.reporter_id is null
    and exists (select from app.visitor_reports v where v.report_id = report.id))
  then
    perform app.refuse('PT409', 'recipient_gone', 'this person has no account any more');
  end if;
  begin
    insert into public.report_letters (report_id, recipient, person_id, text, written_by)
      values (wanted.report_id, wanted.recipient, wanted.person_id, wanted.text, me)
      returning * into wanted;
  exception when check_violation then
    get stacked diagnostics rule = constraint_name;
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', rule);
  end;
  perform app.notify(wanted.person_id, 'team.letter', case wanted.recipient
    when 'reporter' then 'A equipe escreveu sobre a sua denúncia' else 'Mensagem da equipe do Danceflix' end, wanted.text);
  -- The logged result names no person.
  return app.finish_command(command_id, jsonb_build_object('letter_id', wanted.id));
end
$$;

-- As before, with what the team wrote to the visitor.
create or replace function public.report_status(code text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('what', r.what, 'status', r.status, 'created_at', r.created_at, 'decided_at', r.decided_at,
    'letters', coalesce((
      select jsonb_agg(jsonb_build_object('text', l.text, 'written_at', l.written_at) order by l.written_at, l.id)
      from public.report_letters l where l.report_id = r.id and l.recipient = 'reporter'
    ), '[]'))
  from app.visitor_reports v join public.reports r on r.id = v.report_id
  where v.follow_hash
    = encode(sha256(convert_to(app.bounded('report_status', 'code', report_status.code), 'UTF8')), 'hex')
$$;

-- `is_visitors`: made without an account, so that it can be answered by its code.
update app.admin_lists l set
  shown = replace(l.shown, '''target'', app.reported_thing(r.what, r.target_id),',
    '''target'', app.reported_thing(r.what, r.target_id),
    ''is_visitors'', exists (select from app.visitor_reports v where v.report_id = r.id),
    ''letters'', coalesce((
      select jsonb_agg(jsonb_build_object(''recipient'', e.recipient, ''text'', e.text, ''written_at'', e.written_at,
        ''written_by'', app.named_person(e.written_by)) order by e.written_at, e.id)
      from public.report_letters e where e.report_id = r.id), ''[]''),')
where l.name = 'reports';

grant execute on function public.admin_write_about_report(uuid, jsonb) to authenticated, service_role;
