-- The private schema, what nobody is granted by accident, and the one way to compare names.
--
-- `app` holds what no API exposes. Visitors and users have no USAGE on it: policies and triggers still reach the
-- few functions they need, because a stored expression is looked up once, when it is created.

create schema if not exists app;
revoke all on schema app from public;

-- Hosted projects grant everything new in `public` to the API roles. Here each grant is written down
-- (…_policies.sql); a table or function that forgets its grants is closed, not open.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
-- EXECUTE for PUBLIC is a built-in default: it can only be taken away for all schemas at once.
alter default privileges revoke execute on functions from public;

-- Folds a name for comparing and sorting: NFD, marks U+0300–U+036F dropped, lower case, runs of white space to one
-- space, trimmed. Must give exactly what `fold` in src/lib/text.ts gives: rank and search run on both sides.
-- lower() follows the database's locale, which differs between hosted, PGlite and a bare PostgreSQL, so it is used
-- for ASCII only (collation "C"); the letters that NFD does not take apart are mapped by the table below, generated
-- from String.prototype.toLowerCase for U+0080–U+058F, U+1E00–U+1FFF and U+2C60–U+2C7F.
-- Every name in it is qualified instead of setting search_path: a function with settings is not inlined, and calling
-- this one for each row cost 2 ms a row.
create function app.fold(value text) returns text
language sql immutable strict parallel safe
as $$
  select pg_catalog.btrim(pg_catalog.regexp_replace(
    pg_catalog.translate(
      pg_catalog.lower(
        pg_catalog.regexp_replace(pg_catalog.normalize(value, 'NFD'), '[\u0300-\u036f]', '', 'g') collate pg_catalog."C"
      ),
      'ÆÐØÞĐĦĲĿŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǄǅǇǈǊǋǤǱǲǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖẞỺỼỾⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿς',
      'æðøþđħĳŀłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǆǆǉǉǌǌǥǳǳƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯθϸϲϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆßỻỽỿⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀσ'
    ),
    '[ \t\n\v\f\r\u00a0]+', ' ', 'g'
  ), ' ')
$$;
