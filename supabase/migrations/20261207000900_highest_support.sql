-- A person's highest support is asked for with every student and teacher in the back-office's lists. Without samples of
-- user_id the planner walked all supports by amount instead: this index has the person's own in that order.
create index supporter_tiers_person on public.supporter_tiers (user_id, amount);
drop index public.supporter_tiers_user;
