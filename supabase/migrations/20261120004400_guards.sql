-- Rules for every table, so they come last: typed texts are folded and checked, suspended and removed accounts cannot
-- write, the planner reveals nothing about private rows, statements of the API's roles have time limits.

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

-- Refuses writes of suspended accounts outside of commands: direct writes and other procedures. On every table, so that a
-- procedure is covered by the tables it writes; a new table with direct writes needs one too (banned.test.ts). Only
-- command_log has none, because a repeated command must be answered.
create function app.refuse_banned_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.refuse_banned();
  return null;
end
$$;
do $$
declare
  one record;
begin
  for one in
    select c.relname from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'command_log'
  loop
    execute format(
      'create trigger banned_refused before insert or update or delete on public.%I
         for each statement execute function app.refuse_banned_write()', one.relname);
  end loop;
end
$$;

-- For every table with direct writes; tests/database/accounts/living-accounts.test.ts fails for a new one without.
create function app.hold_to_living_accounts(relation regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger a_living_account before insert or update or delete on %s for each statement
    when (current_user = %L) execute function app.require_living_account()', relation, 'authenticated');
end
$$;

do $$
declare
  relation regclass;
begin
  for relation in
    select c.oid::regclass from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (has_any_column_privilege('authenticated', c.oid, 'insert') or has_any_column_privilege('authenticated', c.oid, 'update')
        or has_table_privilege('authenticated', c.oid, 'delete'))
    order by c.relname
  loop
    perform app.hold_to_living_accounts(relation);
  end loop;
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
