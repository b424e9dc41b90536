-- The terms of use and who accepted which version of them.

create table public.terms_and_policies (
  id uuid primary key default gen_random_uuid(),
  type text not null default 'terms' constraint terms_and_policies_type_check check (type in ('terms')),
  version integer not null constraint terms_and_policies_version_check check (version > 0),
  active boolean not null default true,
  title text not null constraint terms_and_policies_title_check check (char_length(title) between 1 and 200),
  published_at timestamptz not null default now(),
  constraint terms_and_policies_version_key unique (type, version)
);

create table public.user_acceptances (
  user_id uuid not null references public.user_profiles (id) on delete cascade,
  terms_id uuid not null references public.terms_and_policies (id),
  accepted_at timestamptz not null default now(),
  primary key (user_id, terms_id)
);
create index user_acceptances_terms on public.user_acceptances (terms_id);

insert into public.terms_and_policies (id, type, version, active, title, published_at) values
  ('2f3f0a52-95c6-5c0e-8a7d-0d9c4b6e1a01', 'terms', 1, true, 'Termos de uso e política de privacidade',
    '2026-11-01T12:00:00Z')
on conflict do nothing;

-- The newest active version of the terms; null when there is none.
create function app.current_terms() returns uuid
language sql stable set search_path = ''
as $$
  select t.id from public.terms_and_policies t where t.type = 'terms' and t.active order by t.version desc limit 1
$$;

-- The current terms as an account meets them: { id, version, title, published_at, accepted }, or null without terms.
create function app.terms_of(person uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', t.id, 'version', t.version, 'title', t.title, 'published_at', t.published_at,
    'accepted', exists (select from public.user_acceptances a where a.user_id = person and a.terms_id = t.id))
  from public.terms_and_policies t where t.id = app.current_terms()
$$;

-- Records that the caller accepted these terms, once; answers { terms } as my_account_state does.
-- Hints: terms_unknown (PT404) for what is no active version, profile_missing (PT409) before registration is done.
create function public.accept_terms(terms_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := app.require_person();
begin
  if not exists (
    select from public.terms_and_policies t where t.id = accept_terms.terms_id and t.type = 'terms' and t.active
  ) then
    perform app.refuse('PT404', 'terms_unknown', 'there are no such terms');
  end if;
  perform from public.user_profiles p where p.id = me and p.removed_at is null for key share;
  if not found then
    perform app.refuse('PT409', 'profile_missing', 'the registration is not complete');
  end if;
  insert into public.user_acceptances (user_id, terms_id) values (me, accept_terms.terms_id) on conflict do nothing;
  return jsonb_build_object('terms', app.terms_of(me));
end
$$;
