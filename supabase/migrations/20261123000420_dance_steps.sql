-- The library of steps. Admins write; what is published replicates to every phone as content of the kind 'step'.

-- The addresses that specification 000 §5 allows, as src/lib/video-url.ts checks them, with https.
create function app.is_video_url(url text) returns boolean
language sql immutable strict set search_path = ''
as $$
  select char_length(url) <= 300 and (
    url ~ '^https://((www|m)\.)?youtube\.com/watch\?([A-Za-z0-9_.=%-]+&)*v=[A-Za-z0-9_-]{3,64}(&[A-Za-z0-9_.=%&-]*)?$'
    or url ~ '^https://((www|m)\.)?youtube\.com/(embed|shorts|clip)/[A-Za-z0-9_-]{3,64}/?(\?[A-Za-z0-9_.=%&-]*)?$'
    or url ~ '^https://youtu\.be/[A-Za-z0-9_-]{3,64}/?(\?[A-Za-z0-9_.=%&-]*)?$'
    or url ~ '^https://(www\.)?instagram\.com/(p|reel)/[A-Za-z0-9_-]{3,64}/?(\?[A-Za-z0-9_.=%&-]*)?$'
  )
$$;

create table public.dance_steps (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint dance_steps_name check (name = btrim(name) and char_length(name) between 2 and 80),
  dance_style_id uuid not null references public.dance_styles (id),
  level text not null constraint dance_steps_level check (level in ('iniciante', 'intermediário', 'avançado')),
  description text not null
    constraint dance_steps_description check (char_length(btrim(description)) between 10 and 1200),
  video_url text constraint dance_steps_video check (app.is_video_url(video_url)),
  -- Within style and level, the easier first.
  position integer not null default 0 constraint dance_steps_position check (position between 0 and 9999),
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index dance_steps_once on public.dance_steps (dance_style_id, app.fold(name));
create trigger touch_updated_at before update on public.dance_steps
  for each row execute function app.touch_updated_at();

create function app.follow_step() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'DELETE' and new.is_published then
    perform app.put_content('step', new.id, null,
      array_position(array['iniciante', 'intermediário', 'avançado'], new.level) || lpad(new.position::text, 4, '0')
        || app.fold(new.name),
      jsonb_build_object(
        'name', new.name,
        'style_id', new.dance_style_id,
        'level', new.level,
        'description', new.description,
        'video_url', new.video_url
      ));
  else
    perform app.remove_content('step', old.id);
  end if;
  return null;
end
$$;
create trigger follow_step after insert or update or delete on public.dance_steps
  for each row execute function app.follow_step();

alter table public.dance_steps enable row level security;
revoke all on public.dance_steps from anon, authenticated;
revoke truncate, references, trigger on public.dance_steps from service_role;
grant select, insert, update, delete on public.dance_steps to service_role;
grant select, delete on public.dance_steps to authenticated;
grant insert (id, name, dance_style_id, level, description, video_url, position, is_published),
  update (name, dance_style_id, level, description, video_url, position, is_published)
  on public.dance_steps to authenticated;
create policy "admins write steps" on public.dance_steps for all to authenticated
  using ((select app.is_admin())) with check ((select app.is_admin()));

revoke all on function app.is_video_url(text), app.follow_step() from public, anon, authenticated;
-- A check calls it as whoever writes the row.
grant execute on function app.is_video_url(text) to authenticated, service_role;
