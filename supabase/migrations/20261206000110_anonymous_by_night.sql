-- Anonymous evaluations appear by night only. Until now one appeared at once where at least three people may have written
-- it, because the moment names nobody among them. But a phone that comes back online sends all that waited in it within
-- a second: the numbers of the transactions (_xid) of the listing and of the notification then lay beside those of the
-- author's post, request or new name, and so did their times. Everything that the evaluated person and others can read
-- of an anonymous evaluation (statistics, listing, notification) is now written by app.release_evaluations, in one
-- transaction for all people, on a later day than its author wrote.

-- As before (…_leaving_unnamed.sql), and nothing anonymous is shown at the moment of writing. What its author takes back
-- still goes at once: its words, and with the name everything that was seen with it.
create or replace function app.publish_evaluation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.hidden_at is not null then
    new.public_rating := null;
    new.public_comment := null;
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.public_rating := null;
    new.public_comment := null;
  elsif new._deleted and not old._deleted then
    -- The author is gone: the stars stay with who got them, without words.
    if not old.is_anonymous then
      new.public_comment := null;
    end if;
    return new;
  elsif old.hidden_at is null
    and (new.rating, new.comment, new.is_anonymous) is not distinct from (old.rating, old.comment, old.is_anonymous)
  then
    -- The release itself, and writes that change nothing.
    return new;
  elsif new.is_anonymous and not old.is_anonymous then
    new.public_rating := null;
    new.public_comment := null;
  end if;
  if not new.is_anonymous then
    new.public_rating := new.rating;
    new.public_comment := new.comment;
  elsif new.comment is null then
    new.public_comment := null;
  end if;
  return new;
end
$$;
