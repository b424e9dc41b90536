-- What is held about a person, and leaving (LGPD art. 18).

-- What a removed profile takes with it beyond app.forget_user: notifications become tombstones, the rest goes.
create function app.forget_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.notifications n set _deleted = true where n.user_id = old.id and not n._deleted;
  delete from public.user_acceptances a where a.user_id = old.id;
  delete from app.registration_leftovers l where l.user_id = old.id;
  if old.role = 'teacher' then
    -- Kept answers of searches hold listings. Nobody is given a stale one, but they would stay until displaced.
    delete from app.search_cache;
  end if;
  return null;
end
$$;
create trigger forget_removed after update of removed_at on public.user_profiles for each row
  when (old.removed_at is null and new.removed_at is not null) execute function app.forget_account();
create trigger forget_deleted after delete on public.user_profiles
  for each row execute function app.forget_account();

-- Everything held about the caller, by subject; tests/database/accounts-data.test.ts has a list of every column that
-- names a person and fails until a new one is considered. Passwords and tokens are not readable and not in it.
create function public.my_data() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  return jsonb_build_object(
    'generated_at', now(),
    'user_id', me,
    'account', (
      select jsonb_build_object('email', u.email, 'phone', u.phone, 'created_at', u.created_at,
        'email_confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at,
        'user_metadata', u.raw_user_meta_data, 'app_metadata', u.raw_app_meta_data)
      from auth.users u where u.id = me
    ),
    'identities', coalesce((
      select jsonb_agg(jsonb_build_object('provider', i.provider, 'identity_data', i.identity_data,
        'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at) order by i.created_at)
      from auth.identities i where i.user_id = me
    ), '[]'),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object('created_at', s.created_at, 'updated_at', s.updated_at,
        'user_agent', s.user_agent, 'ip', host(s.ip)) order by s.created_at)
      from auth.sessions s where s.user_id = me
    ), '[]'),
    'profile', (
      select to_jsonb(p) || jsonb_build_object('city', (select c.name from public.cities c where c.id = p.city_id))
      from public.user_profiles p where p.id = me
    ),
    'student', (select to_jsonb(s) from public.students s where s.id = me),
    'teacher', (select to_jsonb(t) from public.teachers t where t.id = me),
    'dance_styles', coalesce((
      select jsonb_agg(d.name order by app.fold(d.name)) from public.dance_styles d
      where exists (select from public.student_dance_styles l where l.student_id = me and l.dance_style_id = d.id)
        or exists (select from public.teacher_dance_styles l where l.teacher_id = me and l.dance_style_id = d.id)
    ), '[]'),
    'public_listing', (select to_jsonb(l) from public.teacher_listings l where l.id = me and not l._deleted),
    'statistics', (select to_jsonb(e) from public.user_evaluation_stats e where e.user_id = me),
    'support', coalesce((
      select jsonb_agg(to_jsonb(s) order by s.created_at) from public.supporter_tiers s where s.user_id = me
    ), '[]'),
    'acceptances', coalesce((
      select jsonb_agg(jsonb_build_object('type', t.type, 'version', t.version, 'title', t.title,
        'accepted_at', a.accepted_at) order by a.accepted_at)
      from public.user_acceptances a join public.terms_and_policies t on t.id = a.terms_id where a.user_id = me
    ), '[]'),
    'notifications', coalesce((
      select jsonb_agg(to_jsonb(n) - array['_xid', '_deleted', 'user_id'] order by n.created_at, n.id)
      from public.notifications n where n.user_id = me and not n._deleted
    ), '[]'),
    'commands', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'created_at', c.created_at, 'result', c.result)
        order by c.created_at, c.id)
      from public.command_log c where c.user_id = me
    ), '[]'),
    'registration_leftovers', (
      select to_jsonb(l) - 'user_id' from app.registration_leftovers l where l.user_id = me
    ),
    'pictures', app.pictures_of(me)
  );
end
$$;

-- The names of a person's files in the bucket of profile pictures.
create function app.pictures_of(person uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(o.name order by o.name), '[]') from storage.objects o
  where o.bucket_id = 'profile-images' and starts_with(o.name, person || '/')
$$;

-- Deletes the caller's account for good. `confirm`: the word EXCLUIR. The caller removes the own pictures through
-- the Storage API first, because deleting their rows here would leave the bytes behind.
-- Leaves, and answers as `stays`:
--   tombstones: ids without content in user_profiles, teachers, teacher_listings, notifications, profile_versions and
--     app.listing_locks, so that other phones drop what they hold; support: amounts paid, without name or e-mail,
--     because they belong to the accounts. Logs and backups of the backend run out by themselves.
-- Hints: confirmation_missing (22023); pictures_remain (PT409, their names as JSON in DETAIL); last_admin (PT409);
-- account_missing (PT401).
create function public.delete_my_account(confirm text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account record;
  supported boolean;
begin
  if upper(btrim(coalesce(confirm, ''))) <> 'EXCLUIR' then
    perform app.refuse('22023', 'confirmation_missing', 'the word EXCLUIR confirms the deletion');
  end if;
  account := app.lock_account();
  if app.is_admin() then
    -- Two of them leaving at once take turns.
    perform pg_advisory_xact_lock(hashtextextended('danceflix administrators', 0));
    if not exists (
      select from public.user_profiles p where p.role = 'admin' and p.removed_at is null and p.id <> account.id
    ) then
      perform app.refuse('PT409', 'last_admin', 'the last administrator stays');
    end if;
  end if;
  if app.pictures_of(account.id) <> '[]' then
    perform app.refuse('PT409', 'pictures_remain', 'the pictures are removed first', app.pictures_of(account.id)::text);
  end if;
  supported := exists (select from public.supporter_tiers s where s.user_id = account.id);
  delete from auth.users u where u.id = account.id;
  return jsonb_build_object('deleted', true, 'user_id', account.id,
    'stays', to_jsonb(array['tombstones'] || case when supported then array['support'] else '{}' end));
end
$$;
