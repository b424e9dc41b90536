-- The planner has no statistics of private tables (…_planner_numbers.sql). Without them it takes all rows of an owner by a
-- bitmap and sorts them, where the index gives the page in order.
alter function app.pull_private(regclass, text, bigint, uuid, integer) set enable_bitmapscan = off;
