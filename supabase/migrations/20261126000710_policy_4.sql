-- Version 4 of the legal texts: lessons, the Pix key, when evaluations become public, and one contact for an accepted
-- request (src/pages/legal).
update public.terms_and_policies set active = false where type = 'terms' and version < 4;
insert into public.terms_and_policies (id, type, version, active, title, published_at) values
  ('2f3f0a52-95c6-5c0e-8a7d-0d9c4b6e1a04', 'terms', 4, true, 'Termos de uso e política de privacidade',
    '2026-11-26T03:00:00Z')
on conflict do nothing;
