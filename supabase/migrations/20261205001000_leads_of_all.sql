-- Ten lines of somebody with many addresses used up the 600 leads an hour of all visitors together, and nobody else could
-- send one. Each of them is held to a limit of its own (…_leads_by_site.sql): the common one is only for the worst.

-- As before (…_leads_by_site.sql).
create or replace function app.limit_leads() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
  site text;
begin
  if auth.uid() is not null then
    perform app.take_turn('leads_person_hour', auth.uid()::text, 20, '1 hour');
  elsif auth.role() = 'anon' then
    address := app.caller_address();
    if address is not null then
      perform app.take_turn('leads_address_hour', address, 60, '1 hour');
      site := app.site_of(address);
      if site is not null then
        perform app.take_turn('leads_site_hour', site, 120, '1 hour');
      end if;
    end if;
    perform app.take_turn('leads_visitors_hour', '', 6000, '1 hour');
  end if;
  return new;
end
$$;

-- As before (…_limit_settings.sql).
create or replace function app.rate_limits() returns table (subject text, most integer)
language sql immutable set search_path = ''
as $$
  values ('leads_person_hour', 20), ('leads_address_hour', 60), ('leads_site_hour', 120), ('leads_visitors_hour', 6000),
    ('lesson_requests_day', 20), ('evaluations_day', 60), ('writes_person_hour', 600)
$$;
