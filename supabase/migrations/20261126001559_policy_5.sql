-- Version 5 of the legal texts: the notebook (src/pages/legal/treatments.ts).
update public.terms_and_policies set active = false where type = 'terms' and version < 5;
insert into public.terms_and_policies (id, type, version, active, title, published_at) values
  ('2f3f0a52-95c6-5c0e-8a7d-0d9c4b6e1a05', 'terms', 5, true, 'Termos de uso e política de privacidade',
    '2026-11-26T04:00:00Z')
on conflict do nothing;
