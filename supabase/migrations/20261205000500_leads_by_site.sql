-- As before (…_rate_limits.sql), and an IPv6 customer as one: whoever has a /48 has 65,536 lines of it, and could use up
-- what all visitors together may send.

-- The customer of an IPv6 address; null of others.
create function app.site_of(address text) returns text
language plpgsql immutable strict set search_path = ''
as $$
begin
  return case when family(address::inet) = 6 then host(network(set_masklen(address::inet, 48))) end;
exception when data_exception then
  return null;
end
$$;
revoke all on function app.site_of(text) from public, anon, authenticated;

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
    perform app.take_turn('leads_visitors_hour', '', 600, '1 hour');
  end if;
  return new;
end
$$;
