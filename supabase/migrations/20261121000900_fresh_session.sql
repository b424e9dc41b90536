-- A phone that lies unlocked on a table, or a token that was taken, is not enough to delete an account: the session has
-- to have begun in the last ten minutes, by password or by a mail's link. Refreshing a session does not make it young.
create or replace function public.delete_my_account(confirm text) returns jsonb
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
  if not exists (
    select from auth.sessions s
    where s.id::text = auth.jwt() ->> 'session_id' and s.user_id = account.id
      and s.created_at > now() - interval '10 minutes'
  ) then
    perform app.refuse('PT403', 'sign_in_again', 'deleting the account takes a session that began just now');
  end if;
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
