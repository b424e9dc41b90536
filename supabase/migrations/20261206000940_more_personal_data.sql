-- Places of personal data that other migrations of these days made.
insert into app.personal_data (place, columns, rows_of, exported_as, after_leaving, blanks, reason) values
  ('app.password_changes', '{user_id}', 't.user_id::text = $1', 'password_changes', 'gone', null,
    'when the password changed or was recovered'),
  ('app.support_history', '{record_id}', null, null, 'no person', null,
    'amounts of a supporter''s or sponsor''s record, which leaving makes nobody''s; belongs to the books');
update app.personal_data set
    columns = columns || '{story,music}',
    rows_of = 't.id::text = $1 and num_nonnulls(t.slug, t.bio, t.experience, t.neighborhood, t.instagram, t.story, t.music) > 0',
    blanks = blanks || ', story = null, music = null'
  where place = 'public.teachers' and as_whom = 'own';
