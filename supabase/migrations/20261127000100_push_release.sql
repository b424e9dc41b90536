-- Leaving a phone without a network. Each subscription is stored with the hash of a random word that only its phone
-- knows; the phone keeps the word after the sign-out, when it has no token of that person any more, and says it as a
-- visitor as soon as it can.

alter table public.pwa_subscriptions add column release_hash text
  constraint pwa_subscriptions_release_check check (release_hash ~ '^[0-9a-f]{64}$');
create index pwa_subscriptions_release on public.pwa_subscriptions (release_hash) where release_hash is not null;
grant insert (release_hash), update (release_hash) on public.pwa_subscriptions to authenticated;

-- Switches off the subscription whose word this is, once: the word is used up. Not in the log of commands: a repetition
-- finds nothing and is answered alike, and visitors leave no rows behind. Answers { command_id, released }.
create function public.release_phone(command_id uuid, word text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.pwa_subscriptions s set is_active = false, release_hash = null
    where s.release_hash = encode(sha256(convert_to(release_phone.word, 'UTF8')), 'hex');
  return jsonb_build_object('command_id', release_phone.command_id, 'released', found);
end
$$;
revoke all on function public.release_phone(uuid, text) from public, anon, authenticated;
grant execute on function public.release_phone(uuid, text) to anon, service_role;

-- As before (…_push_subscriptions.sql), without the hash.
create or replace function app.my_data_before_pushes() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select app.my_data_before_phones() || jsonb_build_object('push_subscriptions', coalesce((
    select jsonb_agg(to_jsonb(s)
      - array['user_id', 'fcm_token', 'p256dh_key', 'auth_key', 'endpoint', 'release_hash']
      || jsonb_build_object('service', substring(s.endpoint from '^https://([^/?#]+)')) order by s.created_at, s.id)
    from public.pwa_subscriptions s where s.user_id = auth.uid()
  ), '[]'))
$$;
