-- Checks of teachers end by themselves. Readers and phones compare the day, so nothing waits for this timer: it keeps
-- `is_active` true to the rule, removes the listing, and tells people in time.

-- 'identidade', 'WhatsApp e foto'.
create function app.spoken_checks(kinds text[]) returns text
language sql immutable set search_path = ''
as $$
  select case when count(*) > 1
    then string_agg(w.word, ', ' order by w.place) filter (where w.place < w.last) || ' e '
      || max(w.word) filter (where w.place = w.last)
    else max(w.word) end
  from (
    select k.word, k.place, max(k.place) over () as last
    from (values ('identity', 'identidade', 1), ('whatsapp', 'WhatsApp', 2), ('instagram', 'Instagram', 3),
      ('experience', 'experiência', 4), ('references', 'referências', 5), ('picture', 'foto', 6),
      ('background', 'antecedentes', 7)) k (kind, word, place)
    where k.kind = any (kinds)
  ) w
$$;

-- Timed work: takes off teachers whose check of identity has ended, and tells teachers and administrators 30 days before
-- a check ends, once. A check that was renewed meanwhile is not spoken of. Begins with up to `at_most` checks of each kind of
-- work. Several processes may call it at once. Returns { ended, told }, numbers of checks.
create function public.tend_checks(at_most integer default 500) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  today constant date := app.today();
  teachers uuid[];
  shown uuid[];
  ended integer := 0;
  told integer := 0;
  due record;
begin
  -- People are locked before their checks, as everywhere; what another process did meanwhile is then seen.
  teachers := array(
    select distinct c.teacher_id from (
      select o.teacher_id from public.teacher_checks o
      where o.outcome = 'passed' and o.revoked_at is null and o.ended_at is null and o.expires_on <= today
      order by o.expires_on, o.id limit at_most
    ) c);
  perform from public.user_profiles p where p.id = any (teachers) order by p.id for no key update;
  shown := array(select t.id from public.teachers t where t.id = any (teachers) and t.is_active order by t.id for update);
  update public.teacher_checks c set ended_at = clock_timestamp()
    where c.teacher_id = any (teachers) and c.outcome = 'passed' and c.revoked_at is null and c.ended_at is null
      and c.expires_on <= today;
  get diagnostics ended = row_count;
  perform app.tell_unchecked(t.id, 'A conferência da sua identidade venceu.')
    from public.teachers t where t.id = any (shown) and not t.is_active order by t.id;

  teachers := array(
    select distinct c.teacher_id from (
      select o.teacher_id from public.teacher_checks o join public.teachers t on t.id = o.teacher_id and t.is_active
      where o.outcome = 'passed' and o.revoked_at is null and o.told_at is null
        and o.expires_on > today and o.expires_on <= today + 30
      order by o.expires_on, o.id limit at_most
    ) c);
  perform from public.user_profiles p where p.id = any (teachers) order by p.id for no key update;
  for due in
    with noted as (
      update public.teacher_checks c set told_at = clock_timestamp()
        where c.teacher_id = any (teachers) and c.outcome = 'passed' and c.revoked_at is null and c.told_at is null
          and c.expires_on > today and c.expires_on <= today + 30
        returning c.teacher_id, c.kind, c.expires_on
    ), last as (
      select n.teacher_id, n.kind, n.expires_on, not exists (
        select from public.teacher_checks r
        where r.teacher_id = n.teacher_id and r.kind = n.kind and r.outcome = 'passed' and r.revoked_at is null
          and r.expires_on > n.expires_on
      ) as is_last
      from noted n
    )
    select l.teacher_id, count(*)::integer as many, min(l.expires_on) filter (where l.is_last) as first_day,
      array_agg(distinct l.kind) filter (where l.is_last) as kinds
    from last l group by l.teacher_id order by l.teacher_id
  loop
    told := told + due.many;
    if due.kinds is not null then
      perform app.notify(due.teacher_id, 'teacher.check_expiring', 'Está na hora de conferir de novo',
        'A conferência de ' || app.spoken_checks(due.kinds) || ' vence em ' || to_char(due.first_day, 'DD/MM/YYYY')
          || '. Fale com a equipe antes disso'
          || case when 'identity' = any (due.kinds) then ': sem ela o seu perfil sai da busca.' else '.' end,
        '/teacher/profile');
    end if;
  end loop;
  -- One message a day for all that was found on it.
  if told > 0 then
    perform app.notify(p.id, 'admin.checks_expiring', 'Conferências de professores vencem em 30 dias',
        'Veja quem precisa ser conferido de novo.', '/admin/teachers?state=expiring')
      from public.user_profiles p
      where p.role = 'admin' and p.removed_at is null and not exists (
        select from public.notifications n
        where n.user_id = p.id and n.kind = 'admin.checks_expiring'
          and (n.created_at at time zone 'America/Sao_Paulo')::date = (now() at time zone 'America/Sao_Paulo')::date
      );
  end if;
  return jsonb_build_object('ended', ended, 'told', told);
end
$$;

grant execute on function public.tend_checks(integer) to service_role;
