-- The private schema `app`, default privileges, the folding of names, and helpers that every subject uses.
--
-- No API exposes `app`. Visitors and users have no USAGE on it: policies and triggers still reach the few functions
-- they need, because a stored expression is resolved once, when it is created.

create schema if not exists app;

-- Some hosted projects grant everything new in `public` to the API roles, others nothing. So every grant is written
-- beside its object: a table or function without a grant is closed, not open.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- EXECUTE for PUBLIC is a built-in default, which can only be revoked for all schemas at once.
alter default privileges revoke execute on functions from public;

-- Folds a name for comparing and sorting: NFD, marks U+0300–U+036F dropped, lower case, runs of white space to one
-- space, trimmed. Must equal `fold` in src/lib/text.ts exactly, because rank and search run on both sides.
-- lower() follows the database's locale, which differs between hosted, PGlite and a bare PostgreSQL, so it is used
-- for ASCII only (collation "C"). Letters that NFD does not decompose are mapped by the table below, generated
-- from String.prototype.toLowerCase for U+0080–U+058F, U+1E00–U+1FFF and U+2C60–U+2C7F.
-- The table is used only for names that still have non-ASCII letters after NFD, which is nine times faster; every index,
-- search and write of a name folds. Names in the body are qualified instead of setting search_path, which costs per call.
create function app.fold(value text) returns text
language plpgsql immutable strict parallel safe
as $$
declare
  folded text := value;
begin
  if pg_catalog.octet_length(folded) > pg_catalog.char_length(folded) then
    folded := pg_catalog.regexp_replace(pg_catalog.normalize(folded, 'NFD'), '[\u0300-\u036f]', '', 'g');
  end if;
  folded := pg_catalog.lower(folded collate pg_catalog."C");
  if pg_catalog.octet_length(folded) > pg_catalog.char_length(folded) then
    folded := pg_catalog.translate(
      folded,
      'ÆÐØÞĐĦĲĿŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǄǅǇǈǊǋǤǱǲǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖẞỺỼỾⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿς',
      'æðøþđħĳŀłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǆǆǉǉǌǌǥǳǳƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯθϸϲϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆßỻỽỿⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀσ'
    );
  end if;
  return pg_catalog.btrim(pg_catalog.regexp_replace(folded, '[ \t\n\v\f\r\u00a0]+', ' ', 'g'), ' ');
end;
$$;

-- The words of a folded text (app.fold), searchable by prefix: 'ana.lima@example.com' has four. Builds lexemes without
-- a text search parser, which would split numbers and addresses differently. References nothing in `app` and sets
-- nothing, so that it is inlined and works in indexes for every role that writes the row.
create function app.search_words(folded text) returns tsvector
language sql immutable strict parallel safe
as $$
  select pg_catalog.array_to_tsvector(pg_catalog.array_remove(
    pg_catalog.regexp_split_to_array(folded, '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'), ''))
$$;

-- A query for rows that have, for every word of the text, a word with this prefix; null for a text without words.
create function app.search_query(wanted text) returns tsquery
language sql immutable set search_path = ''
as $$
  select string_agg('''' || w || ''':*', ' & ')::tsquery
  from regexp_split_to_table(app.fold(left(wanted, 200)), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+') w
  where w <> ''
$$;

-- Whether the server itself calls: service role, migrations, seeds. `role` is set by the API for the request and stays
-- visible inside security definer functions, where current_user is the owner.
create function app.is_server() returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(current_setting('role', true), 'none') not in ('anon', 'authenticated')
$$;

-- Raises an error with a stable code in HINT, which the API returns as `hint`; the app has its own text for each code.
create function app.refuse(code text, reason text, message text, detail text default '') returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception '%', message using errcode = code, hint = reason, detail = detail;
end
$$;

-- The id of the signed-in person; raises 401 for visitors.
create function app.require_person() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  if me is null then
    perform app.refuse('PT401', 'not_signed_in', 'this needs a signed-in person');
  end if;
  return me;
end
$$;

create function app.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;

-- For views that PostgreSQL cannot write through. They would raise 55000, which PostgREST returns as a server error
-- (500) before checking privileges. With an INSTEAD OF trigger privileges are checked first, and no role has them: 42501,
-- as for every other table.
create function app.refuse_write() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception '% is read only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

-- Indexes and checks on folded names and words call these with the rights of the writer.
grant execute on function app.fold(text), app.search_words(text) to authenticated, service_role;
