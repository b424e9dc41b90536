-- The privacy policy said that nobody is ever shown an e-mail and that there are no cookies, and left out lesson requests,
-- evaluations, posts and student pages. A changed text is a new version, and is asked for again at the next sign-in.
update public.terms_and_policies set active = false where type = 'terms' and version = 2;
insert into public.terms_and_policies (id, type, version, active, title, published_at) values
  ('2f3f0a52-95c6-5c0e-8a7d-0d9c4b6e1a03', 'terms', 3, true, 'Termos de uso e política de privacidade',
    '2026-11-25T03:00:00Z')
on conflict do nothing;
