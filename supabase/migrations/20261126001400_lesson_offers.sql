-- Facts that decide a lesson, as listed fields of the teacher's profile: places, levels, the roles that are taught,
-- couples, an accessible venue. The search filters and ranks by them (src/db/search-rules.ts).

select app.add_teacher_field('lesson_places', 'texts', $rule$
  lesson_places <@ array['casa', 'estudio', 'online']
  and array_position(lesson_places, null) is null and cardinality(lesson_places) <= 3
$rule$, is_listed := true);

select app.add_teacher_field('levels', 'texts', $rule$
  levels <@ array['iniciante', 'intermediario', 'avancado']
  and array_position(levels, null) is null and cardinality(levels) <= 3
$rule$, is_listed := true);

select app.add_teacher_field('dance_roles', 'texts', $rule$
  dance_roles <@ array['conduz', 'conduzido']
  and array_position(dance_roles, null) is null and cardinality(dance_roles) <= 2
$rule$, is_listed := true);

select app.add_teacher_field('accepts_couples', 'flag', 'true', is_listed := true);
select app.add_teacher_field('is_accessible', 'flag', 'true', is_listed := true);
