-- Dance styles that somebody adds and drops in a loop would make every phone pull like a profile would: rows of the own
-- styles are counted as the other own writes are (…_rate_of_commands.sql). Procedures write them too, as commands.
create trigger limit_writes before insert or delete on public.teacher_dance_styles for each statement
  when (current_user = 'authenticated') execute function app.limit_own_writes();
create trigger limit_writes before insert or delete on public.student_dance_styles for each statement
  when (current_user = 'authenticated') execute function app.limit_own_writes();
