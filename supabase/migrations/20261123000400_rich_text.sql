-- Rich text: what editors store is a ProseMirror document (JSON), never HTML. A document passes here or is refused, and
-- phones draw it node by node from the same list (src/ui/rich-text), so that nothing else can ever reach a page:
--
--   doc         > blocks
--   blocks      paragraph, heading (level 2 or 3), bulletList, orderedList, blockquote (> blocks), image, horizontalRule
--   lists       > listItem (> blocks)
--   paragraph, heading > text, hardBreak; marks: bold, italic, link
--   link.href   https:, mailto:, an address within the site (/…) or the page (#…), ASCII only
--   image.src   a picture of the bucket blog-images, as path from the backend's root
--
-- Other attributes are an editor's own affair: nobody reads them.

create function app.is_safe_link(href text) returns boolean
language sql immutable strict set search_path = ''
as $$
  select char_length(href) <= 2000 and href ~
    '^(https://[A-Za-z0-9._~:/?#@!$&''()*+,;=%\[\]-]+|mailto:[A-Za-z0-9._~:/?#@!$&''()*+,;=%\[\]-]+|/([A-Za-z0-9._~?#@!$&''()*+,;=%:-][A-Za-z0-9._~:/?#@!$&''()*+,;=%\[\]-]*)?|#[A-Za-z0-9._~-]*)$'
$$;

create function app.is_blog_picture(path text) returns boolean
language sql immutable strict set search_path = ''
as $$
  select char_length(path) <= 300
    and path ~ '^/storage/v1/object/public/blog-images/[A-Za-z0-9_-]+([./][A-Za-z0-9_-]+)*$'
$$;

-- What is wrong with a document, in words for a log; null when it may be stored. `place`: what may stand there.
create function app.rich_text_fault(node jsonb, place text default 'doc', depth integer default 0) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  kind text;
  inside text;
  part jsonb;
  fault text;
begin
  if depth = 0 and octet_length(node::text) > 200000 then
    return 'the document is too long';
  end if;
  if jsonb_typeof(node) is distinct from 'object' then
    return 'a node is not an object';
  end if;
  if depth > 12 then
    return 'the document is too deep';
  end if;
  kind := node ->> 'type';
  if kind is null or kind <> all (case place
    when 'doc' then array['doc']
    when 'block' then
      array['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'image', 'horizontalRule']
    when 'item' then array['listItem']
    else array['text', 'hardBreak'] end)
  then
    return format('a node of type %s is not allowed there', coalesce(left(kind, 40), 'none'));
  end if;
  if exists (
    select from jsonb_object_keys(node) k (name) where k.name not in ('type', 'attrs', 'content', 'text', 'marks')
  ) then
    return format('%s has an unknown part', kind);
  end if;

  if kind = 'text' and (jsonb_typeof(node -> 'text') is distinct from 'string' or node ->> 'text' = '') then
    return 'a text is empty';
  elsif kind = 'heading' and (node #>> '{attrs,level}') is distinct from '2'
    and (node #>> '{attrs,level}') is distinct from '3'
  then
    return 'a heading is of level 2 or 3';
  elsif kind = 'image' and not coalesce(app.is_blog_picture(node #>> '{attrs,src}'), false) then
    return 'a picture is not one of the blog''s own';
  end if;

  if coalesce(jsonb_typeof(node -> 'marks'), 'null') not in ('array', 'null') then
    return 'marks are no list';
  end if;
  for part in select m from jsonb_array_elements(
    case when jsonb_typeof(node -> 'marks') = 'array' then node -> 'marks' else '[]' end) m
  loop
    if jsonb_typeof(part) is distinct from 'object' or coalesce(part ->> 'type', '') not in ('bold', 'italic', 'link') then
      return 'a mark is unknown';
    end if;
    if part ->> 'type' = 'link' and not coalesce(app.is_safe_link(part #>> '{attrs,href}'), false) then
      return 'a link leads to an address that is not allowed';
    end if;
  end loop;

  inside := case
    when kind in ('doc', 'blockquote', 'listItem') then 'block'
    when kind in ('bulletList', 'orderedList') then 'item'
    when kind in ('paragraph', 'heading') then 'inline'
  end;
  if coalesce(jsonb_typeof(node -> 'content'), 'null') = 'null' then
    return case when kind = 'doc' then 'the document is empty' end;
  end if;
  if inside is null or jsonb_typeof(node -> 'content') <> 'array' then
    return format('%s has no such content', kind);
  end if;
  for part in select c from jsonb_array_elements(node -> 'content') c loop
    fault := app.rich_text_fault(part, inside, depth + 1);
    if fault is not null then
      return fault;
    end if;
  end loop;
  return null;
end
$$;

-- Minutes that reading takes, at 200 words a minute; one at least.
create function app.reading_minutes(document jsonb) returns integer
language sql immutable strict set search_path = ''
as $$
  select greatest(1, ceil(sum(array_length(regexp_split_to_array(btrim(t #>> '{}', E' \t\n'), '\s+'), 1)) / 200.0))::integer
  from jsonb_path_query(document, 'strict $.** ? (@.type == "text").text') t
  where btrim(t #>> '{}', E' \t\n') <> ''
$$;

revoke all on function app.is_safe_link(text), app.is_blog_picture(text), app.rich_text_fault(jsonb, text, integer),
  app.reading_minutes(jsonb) from public, anon, authenticated;
