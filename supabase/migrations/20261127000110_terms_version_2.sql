-- The privacy policy says since the first version, among others, what push notifications hand to Google. A text that has
-- changed is a new version, and is asked for again at the next sign-in (…_terms.sql).
update public.terms_and_policies set active = false where type = 'terms' and version = 1;
insert into public.terms_and_policies (id, type, version, active, title, published_at) values
  ('2f3f0a52-95c6-5c0e-8a7d-0d9c4b6e1a02', 'terms', 2, true, 'Termos de uso e política de privacidade',
    '2026-11-22T03:00:00Z')
on conflict do nothing;
