-- Where something of a person is kept, what they are shown of it and what their leaving does with it (LGPD art. 18): one
-- row a place. my_data shows what a place is exported as; leaving goes over all places at the end, whatever the triggers
-- of single features have done before. tests/database/personal-data.test.ts holds the rows against the schema: a new
-- table, or a new column that may name a person, fails until it is entered here.

create table app.personal_data (
  -- A table, with its schema. One that is not there (another version of Auth) is passed over.
  place text not null,
  -- Whose a row is: a place may name a person in more ways than one.
  as_whom text not null default 'own',
  -- Columns that name a person, or whose content tells of one.
  columns text[] not null default '{}',
  -- Which rows: a condition on `t`; $1 is the person's id as text, $2 the e-mail address in small letters. Null: none are
  -- told apart, the reason says why.
  rows_of text,
  -- The section of my_data. Null: not shown, the reason says why.
  exported_as text,
  -- Columns that a place which has no words of its own in my_data does not show.
  hidden text[] not null default '{}',
  -- gone: rows deleted · blank: rows stay without content, phones need the tombstone · unlinked: rows stay and are
  -- nobody's · kept: rows stay · runs out: by itself, soon · no person: never holds one
  after_leaving text not null check (after_leaving in ('gone', 'blank', 'unlinked', 'kept', 'runs out', 'no person')),
  -- Assignments that empty a row of `rows_of`.
  blanks text,
  reason text not null check (char_length(reason) > 3),
  primary key (place, as_whom),
  check (blanks is null or after_leaving in ('blank', 'unlinked')),
  check (rows_of is not null or blanks is null)
);
revoke all on app.personal_data from public, anon, authenticated;

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, blanks, reason) values
  -- The account.
  ('auth.users', '{id,email,phone,raw_user_meta_data,raw_app_meta_data}', null, 'account', 'gone', null,
    'the account itself: its removal is what starts all the rest'),
  ('auth.identities', '{user_id,provider_id,identity_data,email}', 't.user_id::text = $1', 'identities', 'gone', null, 'ways to sign in'),
  ('auth.sessions', '{user_id,user_agent,ip}', 't.user_id::text = $1', 'sessions', 'gone', null, 'where somebody is signed in'),
  ('auth.refresh_tokens', '{user_id}', 't.user_id::text = $1', null, 'gone', null, 'a secret; its session is shown'),
  ('auth.flow_state', '{user_id,provider_access_token,provider_refresh_token}', 't.user_id::text = $1', null, 'gone', null,
    'secrets of a sign-in under way'),
  ('auth.one_time_tokens', '{user_id,relates_to}', 't.user_id::text = $1', null, 'gone', null, 'secrets of a mail''s link'),
  ('auth.mfa_factors', '{user_id,phone}', 't.user_id::text = $1', null, 'gone', null, 'not used here'),
  ('auth.audit_log_entries', '{payload,ip_address}',
    't.payload ->> ''actor_id'' = $1 or lower(t.payload ->> ''actor_username'') = $2
      or t.payload -> ''traits'' ->> ''user_id'' = $1 or lower(t.payload -> ''traits'' ->> ''user_email'') = $2',
    'sign_in_log', 'gone', null, 'what Auth notes of sign-ins and changes; nothing else prunes it (tidy_up does after 90 days)'),
  ('public.user_profiles', '{id,name,email,whatsapp,city_id,profile_image_url,role,muted_notifications}', null, 'profile',
    'blank', null, 'app.forget_user; user_profiles_removed_is_blank holds it'),
  ('public.students', '{id,slug,bio,interests,experience,favourite_songs,instagram}', null, 'student', 'blank', null,
    'app.forget_student'),
  ('public.teachers', '{id,slug,bio,experience,neighborhood,instagram}',
    't.id::text = $1 and num_nonnulls(t.slug, t.bio, t.experience, t.neighborhood, t.instagram) > 0', 'teacher', 'blank',
    'slug = null, bio = null, experience = null, neighborhood = null, instagram = null', 'fields added later: app.forget_teacher'),
  ('public.student_dance_styles', '{student_id}', 't.student_id::text = $1', 'dance_styles', 'gone', null, 'part of the profile'),
  ('public.teacher_dance_styles', '{teacher_id}', 't.teacher_id::text = $1', 'dance_styles', 'gone', null, 'part of the profile'),
  ('public.user_acceptances', '{user_id}', 't.user_id::text = $1', 'acceptances', 'gone', null, 'which terms were accepted'),
  ('app.registration_leftovers', '{user_id,styles}', 't.user_id::text = $1', 'registration_leftovers', 'gone', null,
    'steps of a registration to be tried again'),
  ('public.profile_versions', '{id}', null, null, 'kept', null, 'the id and a counter: phones drop the profile by it'),
  ('public.command_log', '{user_id,result}', 't.user_id::text = $1', 'commands', 'gone', null, 'what the person''s phones sent; 90 days'),
  ('storage.objects', '{owner,owner_id,name,user_metadata}', null, 'pictures', 'gone', null,
    'files: through the Storage API, before; delete_my_account waits for it'),
  ('storage.buckets', '{owner,owner_id}', null, null, 'no person', null, 'made by migrations'),

  -- What others see of a person.
  ('public.teacher_listings', '{id,name,folded_name,rank,whatsapp,bio,experience,neighborhood,instagram,slug,profile_image_url}',
    null, 'public_listing', 'blank', null, 'recomputed from the profile; teacher_listings_tombstone holds it'),
  ('public.content_items', '{id,slug,data}', null, 'public_content', 'blank', null,
    'a dancer''s page is under the own id; other content belongs to its own tables'),
  ('public.posts', '{author_id,text}', 't.author_id::text = $1', 'posts', 'gone', null, 'on the Mural'),
  ('public.user_evaluation_stats', '{user_id}', 't.user_id::text = $1', 'statistics', 'gone', null, 'stars received, counted'),
  ('app.teacher_directory', '{id,name,email,folded_name}', 't.id::text = $1', null, 'gone', null,
    'copies of the profile, for the team''s search'),
  ('app.student_standing', '{id}', 't.id::text = $1', null, 'gone', null, 'counts of requests, which are shown'),
  ('app.listing_locks', '{id}', null, null, 'kept', null, 'the id and a counter'),
  ('app.search_cache', '{answer}', null, null, 'gone', null, 'what visitors were answered: emptied when a teacher leaves'),

  -- Between two people.
  ('public.lesson_requests', '{student_id,teacher_id,message,reason,cancelled_by}',
    '$1 in (t.student_id::text, t.teacher_id::text) and num_nonnulls(t.message, t.reason) > 0', 'lesson_requests', 'blank',
    'message = null, reason = null', 'the other side keeps that there was one'),
  ('public.lesson_request_versions', '{person_id}', 't.person_id::text = $1 and not t._deleted', null, 'kept', null,
    'the id and a counter: phones drop the request by it'),
  ('public.lesson_evaluations', '{evaluator_id,evaluated_id,comment,public_comment}',
    't.evaluator_id::text = $1 and not t._deleted', 'evaluations_written', 'blank',
    '_deleted = true, comment = null, is_anonymous = true', 'the stars stay in the statistics of who got them'),
  ('public.notifications', '{user_id,title,body,url}', 't.user_id::text = $1 and not t._deleted', 'notifications', 'blank',
    '_deleted = true', 'the own inbox'),
  ('public.favourites', '{user_id,teacher_id}', '$1 in (t.user_id::text, t.teacher_id::text) and not t._deleted',
    'favourites', 'blank', '_deleted = true', 'phones drop it by the tombstone'),
  ('public.blocks', '{user_id,person_id,name}', '$1 in (t.user_id::text, t.person_id::text) and not t._deleted', 'blocks',
    'blank', '_deleted = true', 'phones drop it by the tombstone'),
  ('public.reports', '{reporter_id,target_id,details}', 't.reporter_id::text = $1', 'reports', 'unlinked',
    'reporter_id = null, details = null', 'what was reported stays to be decided'),
  ('public.report_decisions', '{person_id,decided_by,target_id,reason,former}', 't.person_id::text = $1', 'decisions', 'gone', null,
    'the team''s, about what is the person''s'),
  ('public.teacher_verifications', '{teacher_id,checked_by,note}', 't.teacher_id::text = $1', 'verifications', 'gone', null,
    'what the team checked'),

  -- Phones.
  ('public.pwa_subscriptions', '{user_id,user_agent,endpoint,fcm_token}', 't.user_id::text = $1', 'push_subscriptions', 'gone', null,
    'devices that get pushes'),
  ('public.push_queue', '{user_id}', 't.user_id::text = $1', 'pushes', 'gone', null, 'pushes to come, and what became of them'),
  ('public.push_deliveries', '{subscription_id}', null, 'pushes', 'gone', null, 'with the push and the device'),
  ('realtime.messages', '{topic,payload}', null, null, 'runs out', null,
    'hints: a topic with the id, no content; removed once sent, on hosted Supabase after three days'),

  -- Leads and support.
  ('public.student_leads', '{user_id,nome,objetivos}', 't.user_id::text = $1', 'leads', 'gone', null,
    'a visitor''s is nobody''s and goes after a year'),
  ('app.lead_model_calls', '{address}', null, null, 'runs out', null, 'addresses as hashes that change with the day; two days'),
  ('app.rate_counts', '{who}', null, null, 'runs out', null, 'who as hashes that change with the period'),
  ('public.supporter_tiers', '{user_id,email,display_name}', 't.user_id::text = $1', 'support', 'unlinked',
    'user_id = null, email = t.id || ''@removed.invalid'', display_name = null, is_active = false',
    'what was paid belongs to the books, whose it was does not'),
  ('public.support_sync_logs', '{email,message,api_response}', 'lower(t.email) = $2', 'support_log', 'unlinked',
    'email = null, message = null, api_response = null', 'that an import ran'),

  -- The team.
  ('public.audit_log', '{actor_id,row_id,before,after,personal,words}', null, 'changes_by_team', 'kept', null,
    'who of the team changed which row; what is personal of it is in app.audit_personal'),
  ('app.audit_personal', '{person_id,email,before,after}', 't.person_id::text = $1 or t.email = $2', 'changes_by_team', 'gone', null,
    'the personal values of the team''s changes'),
  ('public.bulk_notification_recipients', '{person_id}', 't.person_id::text = $1', 'team_messages', 'gone', null,
    'who gets a message of the team'),
  ('public.bulk_notifications', '{created_by}', 't.created_by::text = $1', 'team_messages_sent', 'unlinked',
    'created_by = null', 'the message stays with those who got it');

-- Somebody's place in what is another's.
insert into app.personal_data (place, as_whom, columns, rows_of, after_leaving, blanks, reason) values
  ('public.student_leads', 'the teacher that was found', '{ai_analysis_data,professor_encontrado}',
    'strpos(t.ai_analysis_data::text, $1) > 0', 'blank', 'ai_analysis_data = app.without_teacher(t.ai_analysis_data, $1)',
    'another person''s lead; the name goes with app.forget_teacher_in_leads');

insert into app.personal_data (place, columns, after_leaving, reason)
  select p.place, p.columns, 'no person', p.reason from (values
    ('app.teacher_fields', '{}'::text[], 'names of columns'),
    ('app.typed_texts', '{column_name}', 'names of columns'),
    ('app.commands_without_terms', '{}', 'names of commands'),
    ('app.personal_data', '{}', 'this list'),
    ('app.push_pause', '{}', 'a moment'),
    ('app.admin_lists', '{name}', 'definitions'),
    ('app.replicated_tables', '{}', 'definitions'),
    ('app.replication_state', '{}', 'a number'),
    ('public.app_settings', '{description}', 'of the team; the default teacher is an id that is asked for in the listings'),
    ('public.events', '{description,organiser}', 'of the team; the organiser is a text'),
    ('public.blog_categories', '{name}', 'of the team'),
    ('public.blog_posts', '{author_name}', 'of the team; the byline is a text'),
    ('public.dance_steps', '{name,description}', 'of the team'),
    ('public.cities', '{name}', 'reference'),
    ('public.dance_styles', '{name}', 'reference'),
    ('public.terms_and_policies', '{}', 'reference'),
    ('public.sponsors', '{name}', 'companies'),
    ('public.sponsor_tier_definitions', '{name}', 'reference'),
    ('public.supporter_tier_definitions', '{name}', 'reference')
  ) p (place, columns, reason);

-- An analysis without this teacher: the other match stays.
create function app.without_teacher(analysis jsonb, teacher text) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(m.key,
    case when strpos(m.value::text, teacher) > 0 then 'null'::jsonb else m.value end), '{}')
  from jsonb_each(analysis) m
$$;

-- Leads of others keep the name of the teacher that was found. A name that somebody else has as well stays.
create function app.forget_teacher_in_leads() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.student_leads l set professor_encontrado = null
    where l.professor_encontrado = old.name
      and not exists (select from public.teacher_listings t where t.name = old.name and t.id <> old.id and not t._deleted);
  return null;
end
$$;
create trigger forget_teacher_in_leads after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null and old.role = 'teacher')
  execute function app.forget_teacher_in_leads();

-- Does with every place what its row says. A table that the caller's owner may not write (hosted Supabase decides over
-- schema auth) must not keep an account from being removed: it is logged.
create function app.sweep_personal_data(person uuid, email text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  entry app.personal_data;
begin
  for entry in
    select * from app.personal_data p
    where p.rows_of is not null and (p.after_leaving = 'gone' or p.blanks is not null) and to_regclass(p.place) is not null
    order by p.place, p.as_whom
  loop
    begin
      if entry.after_leaving = 'gone' then
        execute format('delete from %s t where %s', entry.place::regclass, entry.rows_of)
          using person::text, lower(nullif(email, ''));
      else
        execute format('update %s t set %s where %s', entry.place::regclass, entry.blanks, entry.rows_of)
          using person::text, lower(nullif(email, ''));
      end if;
    exception when insufficient_privilege then
      raise log 'what % has of % stays: %', entry.place, person, sqlerrm;
    end;
  end loop;
end
$$;

-- As before (…_removal.sql), and then every place.
create or replace function app.auth_user_removed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.forget_user(old.id);
  perform app.sweep_personal_data(old.id, old.email);
  return null;
end
$$;

alter function public.my_data() set schema app;
alter function app.my_data() rename to my_data_before_places;
revoke all on function app.my_data_before_places() from public, anon, authenticated;

-- Everything held about the caller (…_own_data.sql), and every place of app.personal_data that has no words of its own in
-- it. Contacts of others are theirs and not in it.
create function public.my_data() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  email constant text := (select lower(nullif(u.email, '')) from auth.users u where u.id = me);
  answer jsonb := app.my_data_before_places();
  entry app.personal_data;
  found_rows jsonb;
begin
  for entry in
    select * from app.personal_data p
    where p.exported_as is not null and p.rows_of is not null and not answer ? p.exported_as
      and to_regclass(p.place) is not null
    order by p.place
  loop
    begin
      execute format('select coalesce(jsonb_agg(to_jsonb(t) - $3), %L) from %s t where %s', '[]',
        entry.place::regclass, entry.rows_of) into found_rows using me::text, email, entry.hidden;
      answer := answer || jsonb_build_object(entry.exported_as, found_rows);
    exception when insufficient_privilege then
      raise log 'what % has of % is not shown: %', entry.place, me, sqlerrm;
    end;
  end loop;
  return answer;
end
$$;
revoke all on function public.my_data() from public, anon;
grant execute on function public.my_data() to authenticated, service_role;

-- As before (…_own_data.sql); hosted Supabase refuses a DELETE without a condition.
create or replace function app.forget_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.notifications n set _deleted = true where n.user_id = old.id and not n._deleted;
  delete from public.user_acceptances a where a.user_id = old.id;
  delete from app.registration_leftovers l where l.user_id = old.id;
  if old.role = 'teacher' then
    -- Kept answers of searches hold listings. Nobody is given a stale one, but they would stay until displaced.
    delete from app.search_cache where true;
  end if;
  return null;
end
$$;

-- Auth's log of sign-ins is pruned after 90 days, as the log of commands is.
alter function public.tidy_up(integer, timestamptz) set schema app;
alter function app.tidy_up(integer, timestamptz) rename to tidy_up_before_sign_ins;
revoke all on function app.tidy_up_before_sign_ins(integer, timestamptz) from public, anon, authenticated, service_role;

create function public.tidy_up(at_most integer default 1000, at timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  tidied constant jsonb := app.tidy_up_before_sign_ins(at_most, at);
  pruned integer := 0;
begin
  begin
    delete from auth.audit_log_entries e using (
      select o.id from auth.audit_log_entries o where o.created_at < at - interval '90 days' limit at_most
    ) old where e.id = old.id;
    get diagnostics pruned = row_count;
  exception when insufficient_privilege or undefined_table then
    raise log 'the log of sign-ins is not pruned: %', sqlerrm;
  end;
  return tidied || jsonb_build_object('sign_ins', pruned);
end
$$;
revoke all on function public.tidy_up(integer, timestamptz) from public, anon, authenticated;
grant execute on function public.tidy_up(integer, timestamptz) to service_role;

revoke all on function app.without_teacher(jsonb, text), app.forget_teacher_in_leads(), app.sweep_personal_data(uuid, text)
  from public, anon, authenticated;
