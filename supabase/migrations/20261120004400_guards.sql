-- Rules for every table and request, so they come last: typed texts are folded and checked, requests pass one door, the
-- planner reveals nothing about private rows, statements of the API's roles have time limits.

insert into app.typed_texts (relation, column_name, kind) values
  ('user_profiles', 'name', 'name'),
  ('teachers', 'bio', 'text'), ('teachers', 'experience', 'text'), ('teachers', 'neighborhood', 'line'),
  ('teachers', 'story', 'text'), ('teachers', 'music', 'text'),
  ('teacher_reviews', 'message', 'text'), ('teacher_checks', 'note', 'text'), ('teacher_checks', 'revoke_reason', 'text'),
  ('teacher_alerts', 'neighborhood', 'line'),
  ('students', 'bio', 'text'), ('students', 'experience', 'text'), ('students', 'favourite_songs', 'text'),
  ('students', 'interests', 'items'),
  ('student_leads', 'nome', 'line'), ('student_leads', 'cidade', 'line'), ('student_leads', 'estilo_danca', 'line'),
  ('student_leads', 'objetivos', 'text'),
  ('lesson_requests', 'message', 'text'), ('lesson_requests', 'reason', 'text'),
  ('lesson_evaluations', 'comment', 'text'), ('lesson_evaluations', 'reply', 'text'),
  ('lessons', 'place', 'line'), ('lesson_proposals', 'place', 'line'), ('payment_keys', 'pix_name', 'line'),
  ('payment_keys', 'pix_key', 'line'), ('lesson_texts', 'text', 'text'),
  ('posts', 'text', 'text'), ('posts', 'removal_reason', 'text'),
  ('blocks', 'name', 'line'),
  ('reports', 'details', 'text'), ('report_decisions', 'reason', 'text'),
  ('report_letters', 'text', 'text'),
  -- Its own constraint refuses line breaks.
  ('events', 'title', 'text'), ('events', 'organiser', 'line'), ('events', 'venue', 'line'), ('events', 'price', 'line'),
  ('events', 'description', 'text'), ('event_proposals', 'reason', 'text'),
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

do $$
declare
  typed record;
begin
  for typed in select distinct t.relation from app.typed_texts t order by 1 loop
    -- Named to run first of the BEFORE triggers, so that the others see the stored text.
    execute format('create trigger aa_clean before insert or update on public.%I
      for each row execute function app.clean_typed_texts()', typed.relation);
  end loop;
end
$$;

-- The procedures that a suspended account may call: those that read. Three readers are missing, because others look for
-- partners, teachers and students with them: open_partner_requests, request_alternatives, teacher_demand. Commands need no
-- row (app.is_open_to_suspended).
create table app.suspended_may_call (procedure text primary key);
alter table app.suspended_may_call enable row level security;
insert into app.suspended_may_call (procedure)
select unnest('{
  my_account_state, my_data, command_receipt, known_commands, report_status, teacher_absence,
  pull_alerts, pull_changes, pull_cities, pull_content, pull_dance_styles, pull_evaluations, pull_favourites,
  pull_lesson_requests, pull_lessons, pull_notebook, pull_notifications, pull_payment_keys, pull_profile, pull_teachers,
  visible_ids_evaluations, visible_ids_favourites, visible_ids_lesson_requests, visible_ids_lessons,
  visible_ids_notifications, visible_ids_payment_keys,
  blog_post, evaluations_of, get_lead, newest_search_file, pending_evaluations_of, picture_to_read,
  search_teachers_with_filters, search_teachers_with_filters_cached, teacher_address,
  admin_bulk, admin_dashboard, admin_demand, admin_gallery, admin_investors, admin_preview_bulk, admin_settings,
  admin_teacher, admin_test_data, preview_supporters,
  admin_list_audit, admin_list_blog_categories, admin_list_blog_posts, admin_list_bulk, admin_list_bulk_recipients,
  admin_list_cities, admin_list_dance_styles, admin_list_evaluations, admin_list_events, admin_list_leads, admin_list_posts,
  admin_list_reports, admin_list_requests, admin_list_sponsors, admin_list_steps, admin_list_student_ranking,
  admin_list_students, admin_list_supporters, admin_list_sync_logs, admin_list_teachers
}'::text[]);

-- Whether a suspended account may make this request: reading a table or view, calling a procedure of the list, and
-- commands, because app.begin_command answers a repetition and refuses anything else. Paths with other characters, which
-- PostgREST would decode, are in no list.
create function app.is_open_to_suspended(method text, path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(method in ('GET', 'HEAD') and path ~ '^/[a-z_]*$', false)
    or exists (select from app.suspended_may_call s where s.procedure = substring(path from '^/rpc/([a-z_]+)$'))
    or exists (
      select from pg_catalog.pg_proc p
      where p.pronamespace = 'public'::pg_catalog.regnamespace and p.proname = substring(path from '^/rpc/([a-z_]+)$')
        and p.prosrc ~ 'app\.begin_command\('
    )
$$;

-- The roles of the API must be able to name the door, and nothing else of ours: no API exposes this schema.
create schema door;
grant usage on schema door to anon, authenticated, service_role;

-- Asked once for each request of the data API, in its transaction, after its role and claims are set: by PostgREST
-- (pgrst.db_pre_request, below) and by the embedded server. A token outlives its account by up to an hour: a removed one
-- gets account_missing (PT401) whatever it asks for, a suspended one account_banned (PT403) but for what it may still do.
-- Writing rows directly holds the account until the end of the transaction: a removal that runs at the same time sweeps
-- what it finds, and rows that were written afterwards would stay. Commands hold it themselves (a_living_account).
create function door.before_request() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  method constant text := current_setting('request.method', true);
  path constant text := current_setting('request.path', true);
  standing text;
begin
  if auth.uid() is null then
    return;
  end if;
  if method not in ('GET', 'HEAD') and path not like '/rpc/%' then
    perform app.hold_own_account();
  end if;
  standing := app.account_standing();
  if standing = 'missing' then
    perform app.refuse_missing_account();
  elsif standing = 'suspended' and not app.is_open_to_suspended(method, path) then
    perform app.refuse('PT403', 'account_banned', 'this account is suspended');
  end if;
end
$$;
grant execute on function door.before_request() to anon, authenticated, service_role;

-- Tells PostgREST to ask the door. Returns whether it does: where its role cannot log in there is no PostgREST, and the
-- embedded server asks by itself. The setting is the role's, not the database's: a dump lacks it, so deploying calls this
-- again. Anything that keeps it from being set is an error, because all tokens of removed accounts would work.
create function app.hang_door() returns boolean
language plpgsql set search_path = ''
as $$
declare
  settings text[];
begin
  select r.rolconfig into settings from pg_catalog.pg_roles r where r.rolname = 'authenticator' and r.rolcanlogin;
  if not found then
    return false;
  end if;
  if 'pgrst.db_pre_request=door.before_request' = any (settings) then
    return true;
  end if;
  alter role authenticator set pgrst.db_pre_request = 'door.before_request';
  notify pgrst, 'reload config';
  return true;
exception when internal_error then
  -- Roles belong to the whole cluster: another database sets it at this moment.
  return true;
end
$$;
do $$
begin
  perform app.hang_door();
end
$$;

-- The planner's row estimate is readable with `Prefer: count=planned` by every role that may read a column. It comes from
-- samples of all rows, not only those that a policy shows, and for a small table from every row: it would reveal who has
-- reported, who has written anonymous evaluations and when, and who has got notifications. Row security does not help:
-- it hides the samples of pg_stats, and those of comparisons that could leak their arguments, but equality and order of
-- ids, texts and moments cannot, so the planner uses them. Without samples the estimate is the same for everybody. These
-- columns are looked up by index, or by few people.
do $$
declare
  private record;
begin
  for private in
    select a.attrelid::pg_catalog.regclass as relation, a.attname as name
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::pg_catalog.regnamespace and a.attnum > 0 and not a.attisdropped and (
      c.relname in ('lesson_evaluations', 'reports', 'report_decisions', 'notifications', 'pwa_subscriptions')
      or (c.relname, a.attname) in (('user_profiles', 'email'), ('user_profiles', 'whatsapp'), ('supporter_tiers', 'email'),
        ('supporter_tiers', 'user_id'), ('lesson_requests', 'message'), ('lesson_requests', 'reason'))
    )
    order by 1, a.attnum
  loop
    execute format('alter table %s alter column %I set statistics 0', private.relation, private.name);
  end loop;
end
$$;

-- Time limits of statements and lock waits of the API's roles. These are hosted Supabase's own values, written here so
-- that every database has them: PostgREST sets them for each request of the role, the embedded server too.
do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'statement_timeout', '3s'),
      ('authenticated', 'statement_timeout', '8s'),
      ('service_role', 'statement_timeout', '8s'),
      ('anon', 'lock_timeout', '8s'),
      ('authenticated', 'lock_timeout', '8s'),
      ('service_role', 'lock_timeout', '8s')
    ) as settings(role, name, value)
  loop
    -- Roles belong to the whole cluster: an existing setting is not written again for another database.
    continue when exists (
      select from pg_catalog.pg_roles r
      where r.rolname = wanted.role and wanted.name || '=' || wanted.value = any (r.rolconfig)
    );
    begin
      execute pg_catalog.format('alter role %I set %I = %L', wanted.role, wanted.name, wanted.value);
    exception
      -- Another owner of these roles has set limits, or two databases write the same at once.
      when insufficient_privilege or internal_error then
        raise notice '% of % stays as it is: %', wanted.name, wanted.role, sqlerrm;
    end;
  end loop;
end $$;

-- The server itself may call every procedure; those of the team still check the caller.
grant execute on all functions in schema public to service_role;

-- How long parameters may be, far above what the app sends: bytes of a text or document, items of a list. Procedures
-- refuse more with 22023, or answer as to a value that does not exist. The embedded server asks before it parses a body.

insert into app.parameter_bounds (procedure, parameter, at_most, command_kind)
select 'admin_list_' || l.list, p.parameter, p.at_most, null
from unnest('{audit, blog_categories, blog_posts, bulk, bulk_recipients, cities, dance_styles, evaluations, events, leads,
    posts, reports, requests, sponsors, steps, student_ranking, students, supporters, sync_logs, teachers}'::text[])
  l (list),
  (values ('filter', 4000), ('sort', 100), ('after', 4000)) p (parameter, at_most);

insert into app.parameter_bounds (procedure, parameter, at_most, command_kind) values
  ('accept_partner', 'acceptance', 20000, 'partner.accept'),
  ('admin_create_test_data', 'wanted', 20000, 'admin.test_data.create'),
  ('admin_decide_report', 'decision', 20000, 'admin.report.decide'),
  ('admin_preview_bulk', 'message', 20000, null),
  ('admin_record_checks', 'record', 20000, 'admin.teacher.check'),
  ('admin_refuse_event', 'refusal', 20000, 'admin.event.refuse'),
  ('admin_remove_media', 'removal', 20000, 'admin.media.remove'),
  ('admin_review_teacher', 'review', 20000, 'admin.teacher.review'),
  ('admin_revoke_check', 'revocation', 20000, 'admin.teacher.revoke_check'),
  ('admin_set_setting', 'setting_key', 100, null),
  ('admin_set_setting', 'setting_value', 40000, 'admin.setting.set'),
  ('admin_set_teachers', 'changes', 200000, 'admin.teachers.set'),
  ('admin_start_bulk', 'message', 20000, 'admin.bulk.start'),
  ('admin_write_about_report', 'letter', 20000, 'admin.report.write'),
  ('answer_lesson_request', 'answer', 100, null),
  ('answer_lesson_request', 'reason', 20000, 'lesson_request.answer'),
  ('answer_partner_request', 'answer', 20000, 'partner.answer'),
  ('ask_for_partner', 'request', 20000, 'partner.ask'),
  ('blog_post', 'post_slug', 1000, null),
  ('call_off_event_day', 'change', 20000, 'event.call_off'),
  ('call_off_lesson', 'change', 20000, 'lesson.call_off'),
  ('cancel_lesson_request', 'reason', 20000, 'lesson_request.cancel'),
  ('complete_registration', 'payload', 20000, null),
  ('confirm_event', 'confirmation', 20000, 'event.confirm'),
  ('confirm_lesson', 'change', 20000, 'lesson.confirm'),
  ('create_lead', 'lead', 20000, 'lead.create'),
  ('create_lesson_request', 'request', 20000, 'lesson_request.create'),
  ('create_post', 'post', 10000, 'post.create'),
  ('create_report', 'report', 10000, 'report.create'),
  ('delete_my_account', 'confirm', 100, null),
  ('import_supporters', 'supporters', 4000000, 'supporter.import'),
  ('preview_supporters', 'supporters', 4000000, null),
  ('known_commands', 'p_ids', 500, null),
  ('mark_notifications_read', 'ids', 500, null),
  ('mark_step', 'mark', 20000, 'step.mark'),
  ('move_lesson', 'change', 20000, 'lesson.move'),
  ('propose_event', 'event', 30000, 'event.propose'),
  ('propose_lesson', 'lesson', 20000, 'lesson.propose'),
  ('pull_changes', 'asked', 4000, null),
  ('release_phone', 'word', 1000, null),
  ('remove_post', 'reason', 20000, 'post.remove'),
  ('reply_to_evaluation', 'reply', 20000, 'evaluation.reply'),
  ('report_as_visitor', 'report', 10000, 'report.visitor'),
  ('report_status', 'code', 1000, null),
  ('review_step', 'review', 20000, 'step.review'),
  ('save_evaluation', 'evaluation', 20000, 'evaluation.save'),
  ('save_lesson_note', 'note', 40000, 'note.save'),
  ('save_sponsor', 'sponsor', 20000, 'sponsor.save'),
  ('save_supporter', 'supporter', 20000, 'supporter.save'),
  ('save_visitor_phone', 'phone', 6000, null),
  ('search_teachers_with_filters', 'name_filter', 1000, null),
  ('search_teachers_with_filters', 'style_filter', 1000, null),
  ('search_teachers_with_filters', 'city_filter', 1000, null),
  ('search_teachers_with_filters', 'availability_filter', 1000, null),
  ('search_teachers_with_filters', 'criteria', 4000, null),
  ('search_teachers_with_filters_cached', 'name_filter', 1000, null),
  ('search_teachers_with_filters_cached', 'style_filter', 1000, null),
  ('search_teachers_with_filters_cached', 'city_filter', 1000, null),
  ('search_teachers_with_filters_cached', 'availability_filter', 1000, null),
  ('search_teachers_with_filters_cached', 'criteria', 4000, null),
  ('set_block', 'block', 20000, 'block.set'),
  ('set_favourite', 'favourite', 20000, 'favourite.set'),
  ('set_going', 'going', 20000, 'going.set'),
  ('set_notification_preferences', 'muted', 100, null),
  ('set_own_slug', 'address', 20000, 'slug.set'),
  ('set_payment_key', 'payment_key', 20000, 'payment_key.set'),
  ('set_share_picture', 'picture', 20000, 'share_picture.set'),
  ('set_teacher_alert', 'alert', 20000, 'alert.set'),
  ('set_visitor_alert', 'alert', 20000, 'alert.visitor'),
  ('stop_visitor_alert', 'alert', 20000, null),
  ('teacher_address', 'former', 1000, null),
  ('tell_lesson_outcome', 'change', 20000, 'lesson.outcome'),
  ('tick_homework', 'tick', 20000, 'homework.tick'),
  ('update_profile', 'changes', 41000, 'profile.update'),
  ('update_teacher_slug', 'teacher_name', 1000, null),
  ('withdraw_lesson', 'change', 20000, 'lesson.withdraw'),
  ('withdraw_partner_request', 'withdrawal', 20000, 'partner.withdraw');
