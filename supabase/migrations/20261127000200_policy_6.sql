-- Version 6 of the legal texts: marked advertising, and what is kept of a document that the team was shown.
update public.terms_and_policies set active = false where type = 'terms' and version < 6;
insert into public.terms_and_policies (id, type, version, active, title, published_at) values
  ('2f3f0a52-95c6-5c0e-8a7d-0d9c4b6e1a06', 'terms', 6, true, 'Termos de uso e política de privacidade',
    '2026-11-27T04:00:00Z')
on conflict do nothing;
