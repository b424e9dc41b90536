-- Every column that people type into, and how. tests/database/typed-texts.test.ts fails for a column of texts that is
-- neither here nor in its list of what machines write.
create table app.typed_texts (
  relation text not null,
  column_name text not null,
  kind text not null check (kind in ('name', 'line', 'text', 'items', 'json')),
  primary key (relation, column_name)
);
revoke all on app.typed_texts from public, anon, authenticated;

-- Folds and checks what is written; a row's other columns may be as they were. The refusal looks like a check's:
-- procedures answer it as invalid_value with the constraint's name.
create function app.clean_typed_texts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  now_row constant jsonb := to_jsonb(new);
  old_row constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  folded jsonb := '{}';
  typed record;
  value jsonb;
  clean boolean;
begin
  for typed in select t.column_name, t.kind from app.typed_texts t where t.relation = tg_table_name loop
    value := now_row -> typed.column_name;
    continue when coalesce(value, 'null') = 'null' or value = old_row -> typed.column_name;
    if typed.kind in ('items', 'json') then
      clean := not exists (
        select from jsonb_path_query(value, 'lax $.**') v
        where jsonb_typeof(v) = 'string' and not app.is_clean_text(v #>> '{}', typed.kind)
      );
    else
      value := to_jsonb(app.folded_text(value #>> '{}', typed.kind));
      clean := app.is_clean_text(value #>> '{}', typed.kind);
      if value <> now_row -> typed.column_name then
        folded := folded || jsonb_build_object(typed.column_name, value);
      end if;
    end if;
    if not clean then
      raise exception 'this text has characters that are not allowed' using errcode = 'check_violation',
        hint = 'invalid_value', detail = typed.column_name, table = tg_table_name, column = typed.column_name,
        constraint = tg_table_name || '_' || typed.column_name || '_check';
    end if;
  end loop;
  if folded <> '{}' then
    new := jsonb_populate_record(new, folded);
  end if;
  return new;
end
$$;

insert into app.typed_texts (relation, column_name, kind) values
  ('user_profiles', 'name', 'name'),
  ('teachers', 'bio', 'text'), ('teachers', 'experience', 'text'), ('teachers', 'neighborhood', 'line'),
  ('students', 'bio', 'text'), ('students', 'experience', 'text'), ('students', 'favourite_songs', 'text'),
  ('students', 'interests', 'items'),
  ('student_leads', 'nome', 'line'), ('student_leads', 'cidade', 'line'), ('student_leads', 'estilo_danca', 'line'),
  ('student_leads', 'objetivos', 'text'),
  ('lesson_requests', 'message', 'text'), ('lesson_requests', 'reason', 'text'),
  ('lesson_evaluations', 'comment', 'text'),
  ('posts', 'text', 'text'), ('posts', 'removal_reason', 'text'),
  ('blocks', 'name', 'line'),
  ('reports', 'details', 'text'), ('report_decisions', 'reason', 'text'), ('teacher_verifications', 'note', 'text'),
  -- Its own constraint refuses line breaks.
  ('events', 'title', 'text'), ('events', 'organiser', 'line'), ('events', 'venue', 'line'), ('events', 'price', 'line'),
  ('events', 'description', 'text'),
  ('blog_categories', 'name', 'line'),
  ('blog_posts', 'title', 'line'), ('blog_posts', 'excerpt', 'text'), ('blog_posts', 'author_name', 'line'),
  ('blog_posts', 'cover_alt', 'line'), ('blog_posts', 'body', 'json'),
  ('dance_steps', 'name', 'line'), ('dance_steps', 'description', 'text'),
  ('cities', 'name', 'line'), ('dance_styles', 'name', 'line'),
  ('sponsors', 'name', 'line'), ('sponsors', 'tagline', 'line'),
  ('supporter_tiers', 'display_name', 'line'), ('supporter_tiers', 'email', 'line'),
  ('support_sync_logs', 'email', 'line'), ('support_sync_logs', 'message', 'text'),
  ('bulk_notifications', 'title', 'line'), ('bulk_notifications', 'body', 'text'),
  ('app_settings', 'description', 'line'), ('app_settings', 'value', 'json'),
  ('terms_and_policies', 'title', 'line');

-- A new text field of teachers is typed too.
create function app.type_teacher_field() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into app.typed_texts (relation, column_name, kind)
    values ('teachers', new.field, case new.kind when 'texts' then 'items' else 'text' end)
    on conflict do nothing;
  return null;
end
$$;
create trigger typed after insert on app.teacher_fields for each row when (new.kind in ('text', 'texts'))
  execute function app.type_teacher_field();
insert into app.typed_texts (relation, column_name, kind)
  select 'teachers', f.field, case f.kind when 'texts' then 'items' else 'text' end
  from app.teacher_fields f where f.is_added and f.kind in ('text', 'texts')
  on conflict do nothing;

-- What is stored already is made so: what is never taken goes, and of a name what is no letter. A name or a text of
-- which nothing is left keeps its place with a word that says so.
do $$
declare
  typed record;
  dirty constant text := 'regexp_replace(app.folded_text(t.%1$I, %2$L), %3$L, %4$L, ''g'')';
  scrubbed text;
begin
  -- Messages never change but here.
  alter table public.lesson_requests disable trigger guard;
  for typed in select * from app.typed_texts t where t.kind in ('name', 'line', 'text') order by 1, 2 loop
    scrubbed := format(dirty, typed.column_name, typed.kind,
      case typed.kind
        when 'name' then '[^ ' || app.letters_and_marks() || ']+|(?<![' || app.letters_and_marks() || '])[' || app.marks() || ']+'
        when 'line' then '[\t\n\r\u0085\u2028\u2029' || app.refused_characters() || ']+'
        else '[\r\u0085' || app.refused_characters() || ']+'
      end,
      case typed.kind when 'text' then '' else ' ' end);
    if typed.kind = 'name' then
      scrubbed := format($f$case when char_length(btrim(regexp_replace(%1$s, ' +', ' ', 'g'))) < 3 then 'Pessoa'
        else btrim(regexp_replace(%1$s, ' +', ' ', 'g')) end$f$, scrubbed);
    else
      scrubbed := format($f$coalesce(nullif(btrim(%s), ''), '(ilegível)')$f$, scrubbed);
    end if;
    execute format('update public.%1$I t set %2$I = %3$s where t.%2$I <> %4$L and not (
        app.folded_text(t.%2$I, %5$L) = t.%2$I and app.is_clean_text(t.%2$I, %5$L))',
      typed.relation, typed.column_name, scrubbed, '', typed.kind);
  end loop;
  alter table public.lesson_requests enable trigger guard;
end
$$;

do $$
declare
  typed record;
begin
  for typed in select distinct t.relation from app.typed_texts t order by 1 loop
    -- First of the BEFORE triggers by name: the others see what is stored.
    execute format('create trigger aa_clean before insert or update on public.%I
      for each row execute function app.clean_typed_texts()', typed.relation);
  end loop;
end
$$;

-- As before (…_own_profile.sql), with the same characters refused as in a column.
create or replace function app.text_field(content jsonb, key text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  value constant text := nullif(btrim(content ->> key), '');
begin
  if jsonb_typeof(content -> key) not in ('string', 'null') or value ~ ('[' || app.refused_characters() || ']') then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', key);
  end if;
  return value;
end
$$;

revoke all on function app.clean_typed_texts(), app.type_teacher_field() from public, anon, authenticated;
