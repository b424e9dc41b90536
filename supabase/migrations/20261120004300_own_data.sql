-- Every place that holds data of a person, with its section in the export and its treatment when the account is deleted
-- (LGPD art. 18): one row per place. my_data exports the places by section; the deletion of an account processes all of
-- them at the end, after the triggers of single features. tests/database/accounts/personal-data.test.ts compares the rows
-- with the schema: a new table, or a new column that may name a person, fails until it is entered here.

create table app.personal_data (
  -- A table, with its schema. A missing one (another version of Auth) is skipped.
  place text not null,
  -- Role of the person in the rows, because a place may name a person in several ways.
  as_whom text not null default 'own',
  -- Columns that name a person, or whose content is about one.
  columns text[] not null default '{}',
  -- Condition on `t` for the rows; $1 is the person's id as text, $2 the e-mail address in lower case. Null: the rows
  -- cannot be assigned to people, and `reason` says why.
  rows_of text,
  -- Section of my_data. Null: not exported, and `reason` says why.
  exported_as text,
  -- Columns that the generic export of a place leaves out.
  hidden text[] not null default '{}',
  -- gone: rows deleted · blank: rows stay without content, phones need the tombstone · unlinked: rows stay without the
  -- person · kept: rows stay · runs out: expires by itself, soon · no person: never holds one
  after_leaving text not null check (after_leaving in ('gone', 'blank', 'unlinked', 'kept', 'runs out', 'no person')),
  -- Assignments that blank a row of `rows_of`.
  blanks text,
  reason text not null check (char_length(reason) > 3),
  primary key (place, as_whom),
  check (blanks is null or after_leaving in ('blank', 'unlinked')),
  check (rows_of is not null or blanks is null)
);

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, blanks, reason) values
  -- The account.
  ('auth.users', '{id,email,phone,raw_user_meta_data,raw_app_meta_data}', null, 'account', 'gone', null,
    'the account itself: its removal is what starts all the rest'),
  ('auth.identities', '{user_id,provider_id,identity_data,email}', 't.user_id::text = $1', 'identities', 'gone', null, 'ways to sign in'),
  ('app.password_changes', '{user_id}', 't.user_id::text = $1', 'password_changes', 'gone', null,
    'when the password changed or was recovered'),
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
  ('public.user_profiles', '{id,name,email,whatsapp,city_id,profile_image_url,role,muted_notifications,adult_stated_at}', null, 'profile',
    'blank', null, 'app.forget_user; user_profiles_removed_is_blank holds it'),
  ('public.students', '{id,slug,bio,interests,experience,favourite_songs,instagram}', null, 'student', 'blank', null,
    'app.forget_student'),
  ('public.teachers', '{id,slug,bio,experience,neighborhood,instagram,story,music,availability,videos,photos}',
    't.id::text = $1 and num_nonnulls(t.slug, t.bio, t.experience, t.neighborhood, t.instagram, t.story, t.music,
    t.availability, t.videos, t.photos) > 0',
    'teacher', 'blank',
    'slug = null, bio = null, experience = null, neighborhood = null, instagram = null, story = null, music = null, availability = null, videos = null, photos = null',
    'fields added later: app.forget_teacher'),
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

  -- Seen by others.
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
  ('public.lesson_requests', '{student_id,teacher_id,message,reason,cancelled_by,ended_by,guardian_terms,guardian_terms_at}',
    '$1 in (t.student_id::text, t.teacher_id::text) and num_nonnulls(t.message, t.reason) > 0', 'lesson_requests', 'blank',
    'message = null, reason = null', 'the other side keeps that there was one'),
  ('public.lesson_request_versions', '{person_id}', 't.person_id::text = $1 and not t._deleted', null, 'kept', null,
    'the id and a counter: phones drop the request by it'),
  ('public.lesson_evaluations', '{evaluator_id,evaluated_id,comment,public_comment,reply}',
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

  -- Phones.
  ('public.pwa_subscriptions', '{user_id,user_agent,endpoint,fcm_token}', 't.user_id::text = $1', 'push_subscriptions', 'gone', null,
    'devices that get pushes'),
  ('public.push_queue', '{user_id}', 't.user_id::text = $1', 'pushes', 'gone', null, 'pushes to come, and what became of them'),
  ('public.push_deliveries', '{subscription_id}', null, 'pushes', 'gone', null, 'with the push and the device'),
  -- Includes the hints of the removal itself, which are already in the write-ahead log, from which Realtime sends. On hosted
  -- Supabase supabase_realtime_admin owns the table, and `postgres` may delete from it by the default privileges of schema
  -- realtime. If a project refuses it, the rows expire with their partition after three days, like every hint.
  ('realtime.messages', '{topic,payload}',
    '(t.topic = ''user:'' || $1 or (t.topic = ''public:changes'' and strpos(t.payload::text, $1::text) > 0))', null, 'gone', null,
    'hints: a topic with the id, or public rows; kept for three days on hosted Supabase, as long as the account at most'),

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
  ('app.support_history', '{record_id}', null, null, 'no person', null,
    'amounts of a supporter''s or sponsor''s record, which leaving makes nobody''s; belongs to the books'),

  -- The team.
  ('public.audit_log', '{actor_id,row_id,before,after,personal,words}', null, 'changes_by_team', 'kept', null,
    'who of the team changed which row; what is personal of it is in app.audit_personal'),
  ('app.audit_personal', '{person_id,email,before,after}', 't.person_id::text = $1 or t.email = $2', 'changes_by_team', 'gone', null,
    'the personal values of the team''s changes'),
  ('public.bulk_notification_recipients', '{person_id}', 't.person_id::text = $1', 'team_messages', 'gone', null,
    'who gets a message of the team'),
  ('public.bulk_notifications', '{created_by}', 't.created_by::text = $1', 'team_messages_sent', 'unlinked',
    'created_by = null', 'the message stays with those who got it');

-- A person's appearances in rows of others.
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
    ('app.unbegun_histories', '{}', 'clusters, and numbers of transactions'),
    ('public.app_settings', '{description}', 'of the team; the default teacher is an id that is asked for in the listings'),
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

insert into app.personal_data (place, columns, rows_of, exported_as, hidden, after_leaving, reason) values
  ('public.teacher_reviews', '{teacher_id,checked_by,message}', 't.teacher_id::text = $1', 'reviews',
    '{teacher_id,checked_by}', 'gone', 'what the team asked before showing the profile');

insert into app.personal_data (place, columns, after_leaving, reason) values
  ('app.stale_files', '{name}', 'runs out', 'names of files that are about to be removed');

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, reason) values
  ('public.share_pictures', '{id}', 't.id::text = $1', 'share_picture', 'gone', 'drawn from the profile');

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, blanks, reason) values
  ('public.lessons', '{place,price_cents,called_off_by,student_outcome,teacher_outcome}',
    'exists (select from public.lesson_requests r where r.id = t.request_id and $1 in (r.student_id::text, r.teacher_id::text))',
    'lessons', 'blank', 'place = null, price_cents = null', 'the other side keeps when there was one, and how it ended'),
  ('public.lesson_proposals', '{place,price_cents}',
    'exists (select from public.lessons l join public.lesson_requests r on r.id = l.request_id
      where l.id = t.lesson_id and $1 in (r.student_id::text, r.teacher_id::text))',
    'lesson_proposals', 'blank', 'place = null, price_cents = null', 'the other side keeps which time was proposed'),
  ('public.lesson_versions', '{person_id}', 't.person_id::text = $1 and not t._deleted', null, 'kept', null,
    'the id and a counter: phones drop the lesson by it'),
  ('public.payment_keys', '{id,pix_key,pix_name}', 't.id::text = $1', 'payment_key', 'gone', null, 'where a teacher is paid'),
  ('public.payment_key_versions', '{id,person_id}', 't.person_id::text = $1 and not t._deleted', null, 'kept', null,
    'the ids and a counter: phones drop the key by it');

insert into app.personal_data (place, columns, after_leaving, reason) values
  ('app.lesson_reminders', '{notification_ids}', 'no person', 'that a lesson was reminded of; the texts are in the inbox');

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, reason) values
  ('app.response_facts', '{id}', 't.id::text = $1', null, 'gone', 'counted from requests, which are shown');

insert into app.personal_data (place, after_leaving, reason) values
  ('app.response_days', 'no person', 'the day of a renewal');

insert into app.personal_data (place, columns, after_leaving, reason) values
  ('app.month_facts', '{}', 'no person', 'sums of each month');

insert into app.personal_data (place, columns, rows_of, exported_as, hidden, after_leaving, reason) values
  ('public.teacher_checks', '{teacher_id,checked_by,note,revoked_by,revoke_reason,checked_name}', 't.teacher_id::text = $1',
    'verifications', '{teacher_id,checked_by,note,revoked_by,revoke_reason,told_at,ended_at}', 'gone',
    'what the team checked about the teacher; its notes are the team''s');

insert into app.personal_data (place, columns, after_leaving, reason) values
  ('app.visitor_reports', '{}', 'no person', 'hashes of codes by which visitors follow their reports');

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, reason) values
  ('app.reported_texts', '{report_id,person_id,texts,seen}', 't.person_id::text = $1', null, 'gone',
    'copies of what the person wrote, which is shown; that it was reported is never told');

insert into app.personal_data (place, columns, rows_of, exported_as, hidden, after_leaving, reason) values
  ('public.report_letters', '{report_id,person_id,text,written_by}', 't.person_id::text = $1', 'team_letters',
    '{id,report_id,recipient,person_id,written_by}', 'gone', 'the report and who of the team wrote are the team''s');

insert into app.personal_data (place, after_leaving, reason)
  values ('app.search_file', 'no person', 'names of the sections of the search file');

insert into app.personal_data (place, after_leaving, reason)
  values ('app.waiting_hints', 'no person', 'names of collections and version numbers');

insert into app.personal_data (place, as_whom, columns, rows_of, exported_as, after_leaving, blanks, reason) values
  ('public.lesson_texts', 'own', '{author_id,text}', 't.author_id::text = $1', 'lesson_notes', 'gone', null,
    'the own notes and homework of lessons'),
  ('public.lesson_texts', 'the other side', '{text}',
    'exists (select from public.lessons l join public.lesson_requests r on r.id = l.request_id
      where l.id = t.lesson_id and t.counts and t.author_id::text <> $1 and $1 in (r.student_id::text, r.teacher_id::text)
        and app.is_note_shared(r, t.written_at))',
    'lesson_notes_received', 'kept', null, 'written by the other side, whose it is'),
  ('public.homework_ticks', 'own', '{student_id}', 't.student_id::text = $1', 'homework_done', 'gone', null,
    'which homework was done'),
  ('public.step_marks', 'own', '{person_id}', 't.person_id::text = $1', 'steps', 'gone', null, 'the own steps'),
  ('public.step_reviews', 'own', '{person_id}', 't.person_id::text = $1', 'step_reviews', 'gone', null, 'the own training'),
  ('public.notebook_versions', 'own', '{person_id}', 't.person_id::text = $1 and not t._deleted', null, 'kept', null,
    'the id and a counter: phones drop the row by it');

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, blanks, reason) values
  ('app.teacher_addresses', '{teacher_id}', 't.teacher_id::text = $1', null, 'blank', 'teacher_id = null, is_chosen = false',
    'which teacher an address leads to; a digest stays, so that nobody else gets the address');

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, blanks, reason) values
  ('public.teacher_alerts', '{user_id,neighborhood}', 't.user_id::text = $1 and not t._deleted', 'teacher_alerts', 'blank',
    '_deleted = true', 'phones drop it by the tombstone'),
  ('app.visitor_phones', '{secret_hash,fcm_token}', null, null, 'runs out', null,
    'of visitors: deleted with the last alert, or thirty days after the token stopped working'),
  ('app.visitor_alerts', '{phone_id,neighborhood}', null, null, 'runs out', null,
    'of visitors: a year, or until the phone stops them');

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, blanks, reason) values
  ('app.findable_teachers', '{teacher_id}', 't.teacher_id::text = $1', null, 'gone', null,
    'whose public listing has just changed; a minute'),
  ('app.alert_hits', '{teacher_id}', 't.teacher_id::text = $1', null, 'gone', null,
    'of which teachers an alert has told; the alert itself is exported'),
  ('app.visitor_pushes', '{phone_id}', null, null, 'runs out', null, 'of visitors: two days');

insert into app.personal_data (place, columns, after_leaving, reason) values
  ('app.demand', '{}', 'no person', 'counts of five and more'),
  ('app.demand_day', '{}', 'no person', 'a day');

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, reason) values
  ('public.event_proposals', '{person_id,reason}', 't.person_id::text = $1', 'event_proposals', 'gone',
    'whose event it is; one that is not published goes with it'),
  ('public.events', '{description,organiser}',
    'exists (select from public.event_proposals p where p.event_id = t.id and p.person_id::text = $1)', 'events', 'kept',
    'an event is about a place and a day; a published one stays, without its author');

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, reason) values
  ('public.event_goings', '{person_id}', 't.person_id::text = $1', 'event_goings', 'gone', 'where the person goes'),
  ('app.event_counts', '{}', null, null, 'no person', 'numbers of five people or more');

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, reason) values
  ('public.partner_requests', '{person_id}', 't.person_id::text = $1', 'partner_requests', 'gone', 'who looks for a partner'),
  ('public.partner_answers', '{person_id}', 't.person_id::text = $1', 'partner_answers', 'gone', 'whose partner the person would be');

insert into app.personal_data (place, columns, after_leaving, reason) values
  ('app.parameter_bounds', '{}', 'no person', 'definitions'),
  ('app.suspended_may_call', '{}', 'no person', 'definitions');

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, reason) values
  ('app.changed_student_facts', '{student_id}', 't.student_id::text = $1', null, 'gone', 'empty after a minute');

insert into app.personal_data (place, columns, rows_of, after_leaving, reason) values
  ('app.read_pictures', '{path}', 'split_part(t.path, ''/'', 7) = $1', 'gone',
    'addresses of uploaded pictures; the export lists the files');

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, blanks, reason) values
  ('app.written_fields', '{person_id}', 't.person_id::text = $1', null, 'gone', null,
    'when a field was written last: what it says is shown with the field');

insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, blanks, reason) values
  ('app.lesson_turns', '{former,proposals}',
    't.lesson_id in (select l.id from public.lessons l join public.lesson_requests r on r.id = l.request_id
      where $1 in (r.student_id::text, r.teacher_id::text))',
    null, 'gone', null, 'a lesson before its last answer: what it says is in the proposals');

insert into app.personal_data (place, columns, after_leaving, reason) values
  ('app.block_ends', '{}', 'no person', 'when a request ends');

insert into app.personal_data (place, columns, rows_of, exported_as, hidden, after_leaving, reason) values
  ('app.waiting_writes', '{user_id,device}', 't.user_id::text = $1', 'waiting_writes', '{user_id}', 'gone',
    'how many writes waited on which phone, and when it said so; 30 days');

-- Treats every place as its row says. A table that may not be written (hosted Supabase decides over schema auth) must not
-- prevent the removal of an account: the failure is logged.
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

-- The parts of my_data, by subject.
create function app.data_of_account(person uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'generated_at', now(),
    'user_id', person,
    'account', (
      select jsonb_build_object('email', u.email, 'phone', u.phone, 'created_at', u.created_at,
        'email_confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at,
        'user_metadata', u.raw_user_meta_data, 'app_metadata', u.raw_app_meta_data)
      from auth.users u where u.id = person
    ),
    'identities', coalesce((
      select jsonb_agg(jsonb_build_object('provider', i.provider, 'identity_data', i.identity_data,
        'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at) order by i.created_at)
      from auth.identities i where i.user_id = person
    ), '[]'),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object('created_at', s.created_at, 'updated_at', s.updated_at,
        'user_agent', s.user_agent, 'ip', host(s.ip)) order by s.created_at)
      from auth.sessions s where s.user_id = person
    ), '[]'),
    'password_changes', coalesce((
      select jsonb_agg(jsonb_build_object('changed_at', c.changed_at, 'recovered_at', c.recovered_at))
      from app.password_changes c where c.user_id = person
    ), '[]'),
    'profile', (
      select to_jsonb(p) || jsonb_build_object('city', (select c.name from public.cities c where c.id = p.city_id))
      from public.user_profiles p where p.id = person
    ),
    'student', (select to_jsonb(s) from public.students s where s.id = person),
    'teacher', (select to_jsonb(t) from public.teachers t where t.id = person),
    'dance_styles', coalesce((
      select jsonb_agg(d.name order by app.fold(d.name)) from public.dance_styles d
      where exists (select from public.student_dance_styles l where l.student_id = person and l.dance_style_id = d.id)
        or exists (select from public.teacher_dance_styles l where l.teacher_id = person and l.dance_style_id = d.id)
    ), '[]'),
    'acceptances', coalesce((
      select jsonb_agg(jsonb_build_object('type', t.type, 'version', t.version, 'title', t.title,
        'accepted_at', a.accepted_at) order by a.accepted_at)
      from public.user_acceptances a join public.terms_and_policies t on t.id = a.terms_id where a.user_id = person
    ), '[]'),
    'commands', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'created_at', c.created_at, 'result', c.result)
        order by c.created_at, c.id)
      from public.command_log c where c.user_id = person
    ), '[]'),
    'registration_leftovers', (
      select to_jsonb(l) - 'user_id' from app.registration_leftovers l where l.user_id = person
    ),
    'pictures', app.pictures_of(person)
  );
end
$$;

create function app.data_seen_by_others(person uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'public_listing', (select to_jsonb(l) from public.teacher_listings l where l.id = person and not l._deleted),
    'public_content', coalesce((
      select jsonb_agg(to_jsonb(c) - array['_xid', '_deleted'] order by c.kind)
      from public.content_items c where c.id = person and not c._deleted
    ), '[]'),
    'posts', coalesce((
      select jsonb_agg(to_jsonb(p) - 'author_id' order by p.created_at, p.id)
      from public.posts p where p.author_id = person
    ), '[]'),
    'statistics', (select to_jsonb(e) from public.user_evaluation_stats e where e.user_id = person)
  );
end
$$;

-- Contacts of others are not included, but who they were is. Blocks and reports by others are not included, because they
-- would be revealed.
create function app.data_between_people(person uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'lesson_requests', coalesce((
      select jsonb_agg(to_jsonb(r) - array['_xid', '_deleted', 'person_id', 'other_whatsapp', 'other_email',
        'other_image_url'] || jsonb_build_object('dance_style', (
          select d.name from public.dance_styles d where d.id = r.dance_style_id)) order by r.request_date, r.id)
      from app.own_lesson_requests r where r.person_id = person and not r._deleted
    ), '[]'),
    'evaluations_written', coalesce((
      select jsonb_agg(to_jsonb(e) - array['_xid', '_deleted', 'evaluator_id'] order by e.created_at, e.id)
      from app.own_evaluations e where e.evaluator_id = person and not e._deleted
    ), '[]'),
    -- Same data as shown in the app: authors of anonymous evaluations stay unknown.
    'evaluations_received', coalesce((
      select jsonb_agg(to_jsonb(e) - array['evaluated_id', 'author_image_url'] order by e.month, e.id)
      from public.public_evaluations e where e.evaluated_id = person
    ), '[]'),
    'leads', coalesce((
      select jsonb_agg(to_jsonb(l) - 'user_id' order by l.created_at, l.id)
      from public.student_leads l where l.user_id = person
    ), '[]'),
    'favourites', coalesce((
      select jsonb_agg(jsonb_build_object('teacher_id', f.teacher_id, 'wanted', f.is_on, 'wished_at', f.wished_at)
        order by f.wished_at, f.id)
      from public.favourites f where f.user_id = person and not f._deleted
    ), '[]'),
    'blocks', coalesce((
      select jsonb_agg(jsonb_build_object('person_id', b.person_id, 'name', b.name, 'wanted', b.is_on,
        'wished_at', b.wished_at) order by b.wished_at, b.id)
      from public.blocks b where b.user_id = person and not b._deleted
    ), '[]'),
    'reports', coalesce((
      select jsonb_agg(to_jsonb(r) - 'reporter_id' order by r.created_at, r.id)
      from public.reports r where r.reporter_id = person
    ), '[]'),
    -- The decision, not its author.
    'decisions', coalesce((
      select jsonb_agg(jsonb_build_object('what', d.what, 'target_id', d.target_id, 'decision', d.decision,
        'reason', d.reason, 'decided_at', d.decided_at) order by d.decided_at, d.id)
      from public.report_decisions d where d.person_id = person
    ), '[]')
  );
end
$$;

-- Subscriptions without token, keys and the hash of the word, because their holder could impersonate the phone.
create function app.data_of_phones(person uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'notifications', coalesce((
      select jsonb_agg(to_jsonb(n) - array['_xid', '_deleted', 'user_id'] order by n.created_at, n.id)
      from public.notifications n where n.user_id = person and not n._deleted
    ), '[]'),
    'push_subscriptions', coalesce((
      select jsonb_agg(to_jsonb(s)
        - array['user_id', 'fcm_token', 'p256dh_key', 'auth_key', 'endpoint', 'release_hash']
        || jsonb_build_object('service', substring(s.endpoint from '^https://([^/?#]+)')) order by s.created_at, s.id)
      from public.pwa_subscriptions s where s.user_id = person
    ), '[]'),
    'pushes', coalesce((
      select jsonb_agg(jsonb_build_object('notification_id', q.notification_id, 'due_at', q.due_at,
        'finished_at', q.finished_at, 'outcome', q.outcome, 'phones', (
          select coalesce(jsonb_agg(jsonb_build_object('subscription_id', d.subscription_id, 'outcome', d.outcome,
            'reason', d.reason, 'updated_at', d.updated_at) order by d.updated_at, d.subscription_id), '[]')
          from public.push_deliveries d where d.notification_id = q.notification_id
        )) order by q.due_at, q.notification_id)
      from public.push_queue q where q.user_id = person
    ), '[]')
  );
end
$$;

-- Support and the team's decisions, without the names of team members. Checks are exported by their row of
-- app.personal_data, without the team's notes about them.
create function app.data_of_support_and_team(person uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'support', coalesce((
      select jsonb_agg(to_jsonb(s) order by s.created_at) from public.supporter_tiers s where s.user_id = person
    ), '[]'),
    'support_log', coalesce((
      select jsonb_agg(to_jsonb(l) - 'id' order by l.created_at, l.id)
      from public.support_sync_logs l
      where lower(l.email) in (select s.email from public.supporter_tiers s where s.user_id = person)
    ), '[]'),
    'changes_by_team', coalesce((
      select jsonb_agg(jsonb_build_object('at', l.at, 'table', l.table_name, 'action', l.action,
        'before', (coalesce(l.before, '{}') || coalesce(a.before, '{}')) - team,
        'after', (coalesce(l.after, '{}') || coalesce(a.after, '{}')) - team) order by l.at, l.id)
      from public.audit_log l left join app.audit_personal a on a.audit_id = l.id
      cross join (values (array['decided_by', 'checked_by', 'created_by', 'note', 'revoked_by', 'revoke_reason'])) as names (team)
      where (l.row_id = person::text or a.person_id = person) and l.actor_id is distinct from person and l.table_name <> 'report_letters'
    ), '[]'),
    'changes_made', coalesce((
      select jsonb_agg(jsonb_build_object('at', l.at, 'table', l.table_name, 'row_id', l.row_id, 'action', l.action)
        order by l.at, l.id)
      from public.audit_log l where l.actor_id = person
    ), '[]'),
    'team_messages', coalesce((
      select jsonb_agg(jsonb_build_object('title', b.title, 'state', r.state, 'sent_at', r.sent_at)
        order by b.created_at, b.id)
      from public.bulk_notification_recipients r join public.bulk_notifications b on b.id = r.bulk_id
      where r.person_id = person
    ), '[]'),
    'team_messages_sent', coalesce((
      select jsonb_agg(jsonb_build_object('title', b.title, 'body', b.body, 'total', b.total, 'created_at', b.created_at)
        order by b.created_at, b.id)
      from public.bulk_notifications b where b.created_by = person
    ), '[]')
  );
end
$$;

-- All data about the caller by subject, including every place of app.personal_data that has no function above.
-- tests/database/accounts/accounts-data.test.ts lists every column that names a person and fails for a new one.
-- Passwords and tokens are not readable and not included.
create function public.my_data() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
  email constant text := (select lower(nullif(u.email, '')) from auth.users u where u.id = me);
  answer jsonb := app.data_of_account(me) || app.data_seen_by_others(me) || app.data_between_people(me)
    || app.data_of_phones(me) || app.data_of_support_and_team(me);
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

-- Timed work: publishes withheld evaluations and removes expired data. Processes at most `at_most` rows of each kind and
-- skips rows that another transaction is writing; the embedded server's timer calls it, or a cron on hosted Supabase
-- (README). `at`: for tests. Returns the numbers: { released: evaluations, commands, notifications, leads, counts, pushes
-- due a day ago, bulk_sent: people notified by running sendings, bulk_recipients: recipients of sendings that ended 90
-- days ago, sign_ins }.
--
-- Kept for 90 days: commands with their senders and times, read notifications, Auth's log of sign-ins.
--
-- A forgotten command must not be executed again when a phone repeats it: a phone that was off for half a year still
-- sends the commands whose responses it never received. So the row is not deleted. The command's id and the hash of its
-- payload stay, without person, kind, time and result; a repetition gets only the id, which means delivered, and the
-- phone pulls the rest.
create function public.tidy_up(at_most integer default 1000, at timestamptz default now()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  released constant integer := app.release_evaluations(at);
  commands integer;
  read integer;
  leads integer;
  counts integer;
  pushes integer;
  bulk_sent integer;
  recipients integer;
  sign_ins integer := 0;
begin
  update public.command_log c set user_id = null, kind = null, created_at = null, result = null
    where c.id in (
      select o.id from public.command_log o where o.created_at < at - interval '90 days'
      order by o.created_at limit at_most for update skip locked
    );
  get diagnostics commands = row_count;

  update public.notifications n set _deleted = true
    where n.id in (
      select o.id from public.notifications o where o.read_at < at - interval '90 days' and not o._deleted
      order by o.read_at limit at_most for update skip locked
    );
  get diagnostics read = row_count;

  -- Visitors have no account to delete, so their leads are deleted after a year, as the privacy policy says.
  delete from public.student_leads l
    where l.id in (
      select o.id from public.student_leads o where o.user_id is null and o.created_at < at - interval '1 year'
      order by o.created_at limit at_most for update skip locked
    );
  get diagnostics leads = row_count;

  -- Longer than the longest counted period.
  delete from app.rate_counts c where c.since < at - interval '2 days';
  get diagnostics counts = row_count;
  delete from app.lead_model_calls c where c.day < (at at time zone 'UTC')::date - 1;

  -- A phone that has said nothing for so long is not likely to come back with its writes.
  delete from app.waiting_writes w using (
    select o.user_id, o.device from app.waiting_writes o where o.announced_at < at - interval '30 days'
    order by o.announced_at limit at_most for update skip locked
  ) old where w.user_id = old.user_id and w.device = old.device;

  delete from public.push_queue q
    where q.notification_id in (
      select o.notification_id from public.push_queue o where o.due_at < at - interval '24 hours'
      order by o.due_at limit at_most for update skip locked
    );
  get diagnostics pushes = row_count;

  bulk_sent := public.send_bulk_notifications(at_most);
  -- The sending itself stays with its numbers.
  delete from public.bulk_notification_recipients r using (
    select o.bulk_id, o.person_id
    from public.bulk_notifications b join public.bulk_notification_recipients o on o.bulk_id = b.id
    where b.state = 'done' and b.finished_at < at - interval '90 days'
    limit at_most for update of o skip locked
  ) old
  where r.bulk_id = old.bulk_id and r.person_id = old.person_id;
  get diagnostics recipients = row_count;

  -- On hosted Supabase the log's owner decides whether it may be pruned.
  begin
    delete from auth.audit_log_entries e using (
      select o.id from auth.audit_log_entries o where o.created_at < at - interval '90 days' limit at_most
    ) old where e.id = old.id;
    get diagnostics sign_ins = row_count;
  exception when insufficient_privilege or undefined_table then
    raise log 'the log of sign-ins is not pruned: %', sqlerrm;
  end;

  return jsonb_build_object('released', released, 'commands', commands, 'notifications', read, 'leads', leads,
    'counts', counts, 'pushes', pushes, 'bulk_sent', bulk_sent, 'bulk_recipients', recipients, 'sign_ins', sign_ins);
end
$$;

grant execute on function public.my_data() to authenticated;
grant execute on function public.tidy_up(integer, timestamptz) to service_role;
