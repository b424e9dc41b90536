-- Names and free texts: one check in the database for every way of writing, and readers of the JSON objects that
-- procedures take.
--
-- A name has letters and single spaces only (specification 000 §5). No typed text may have control or direction
-- characters, which reverse the text around them. The phone has the same rules (nameError in
-- src/features/account/validation.ts); in the database these functions are the only place with the character classes.

-- Characters that are always refused, for use in brackets: C0 without tab and line breaks, DEL and C1, direction marks,
-- embeddings, overrides and isolates, and their deprecated relatives.
create function app.refused_characters() returns text
language sql immutable parallel safe set search_path = ''
as $$ select '\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufff9-\ufffb' $$;

-- Blank characters other than the space, which are folded to one.
create function app.other_blanks() returns text
language sql immutable parallel safe set search_path = ''
as $$ select '\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000' $$;

-- Characters drawn as nothing or as a blank, though Unicode calls most of them letters.
create function app.fillers() returns text
language sql immutable parallel safe set search_path = ''
as $$ select '\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0' $$;

-- Letters and marks: Unicode 15's \p{L} and \p{M} without fillers and invisible marks. Unassigned characters between two
-- of them are included, which keeps the list short. Generated, for use in brackets.
create function app.letters_and_marks() returns text
language sql immutable parallel safe set search_path = ''
as $$
  select
    '\u0041-\u005a\u0061-\u007a\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02c1\u02c6-\u02d1'
    '\u02e0-\u02e4\u02ec\u02ee\u0300-\u034e\u0350-\u0374\u0376-\u037d\u037f\u0386\u0388-\u03f5\u03f7-\u0481'
    '\u0483-\u0559\u0560-\u0588\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7-\u05f2\u0610-\u061a'
    '\u0620-\u065f\u066e-\u06d3\u06d5-\u06dc\u06df-\u06e8\u06ea-\u06ef\u06fa-\u06fc\u06ff\u0710-\u07b1'
    '\u07ca-\u07f5\u07fa-\u07fd\u0800-\u082d\u0840-\u085b\u0860-\u0887\u0889-\u088f\u0897-\u08e1\u08e3-\u0963'
    '\u0971-\u09e3\u09f0\u09f1\u09fc\u09fe-\u0a5e\u0a70-\u0a75\u0a81-\u0ae3\u0af9-\u0b63\u0b71\u0b82-\u0bd7'
    '\u0c00-\u0c63\u0c80-\u0c83\u0c85-\u0ce3\u0cf1-\u0d4e\u0d54-\u0d57\u0d5f-\u0d63\u0d7a-\u0ddf\u0df2\u0df3'
    '\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0f00\u0f18\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f84'
    '\u0f86-\u0fbc\u0fc6\u1000-\u103f\u1050-\u108f\u109a-\u109d\u10a0-\u10fa\u10fc-\u115e\u1161-\u135f'
    '\u1380-\u138f\u13a0-\u13fd\u1401-\u166c\u166f-\u167f\u1681-\u169a\u16a0-\u16ea\u16f1-\u1734\u1740-\u17b3'
    '\u17b6-\u17d3\u17d7\u17dc\u17dd\u1820-\u193b\u1950-\u19c9\u1a00-\u1a1b\u1a20-\u1a7f\u1aa7\u1ab0-\u1b4c'
    '\u1b6b-\u1b73\u1b80-\u1baf\u1bba-\u1bf3\u1c00-\u1c37\u1c4d-\u1c4f\u1c5a-\u1c7d\u1c80-\u1cbf\u1cd0-\u1cd2'
    '\u1cd4-\u1fbc\u1fbe\u1fc2-\u1fcc\u1fd0-\u1fdb\u1fe0-\u1fec\u1ff2-\u1ffc\u2071\u207f\u2090-\u209c'
    '\u20d0-\u20f0\u2102\u2107\u210a-\u2113\u2115\u2119-\u211d\u2124\u2126\u2128\u212a-\u212d\u212f-\u2139'
    '\u213c-\u213f\u2145-\u2149\u214e\u2183\u2184\u2c00-\u2ce4\u2ceb-\u2cf3\u2d00-\u2d6f\u2d7f-\u2dff\u2e2f'
    '\u3005\u3006\u302a-\u302f\u3031-\u3035\u303b\u303c\u3041-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u3163'
    '\u3165-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\ua48c\ua4d0-\ua4fd\ua500-\ua60c\ua610-\ua61f'
    '\ua62a-\ua672\ua674-\ua67d\ua67f-\ua6e5\ua6f0\ua6f1\ua717-\ua71f\ua722-\ua788\ua78b-\ua827\ua82c'
    '\ua840-\ua873\ua880-\ua8c5\ua8e0-\ua8f7\ua8fb\ua8fd-\ua8ff\ua90a-\ua92d\ua930-\ua953\ua960-\ua9c0\ua9cf'
    '\ua9e0-\ua9ef\ua9fa-\uaa4d\uaa60-\uaa76\uaa7a-\uaadd\uaae0-\uaaef\uaaf2-\uab5a\uab5c-\uab69\uab70-\uabea'
    '\uabec\uabed\uac00-\ud7fb\uf900-\ufb28\ufb2a-\ufbb1\ufbd3-\ufd3d\ufd50-\ufd8f\ufd92-\ufdc7\ufdf0-\ufdfb'
    '\ufe20-\ufe2f\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uff9f\uffa1-\uffdc\U00010000-\U000100fa'
    '\U000101fd\U00010280-\U000102e0\U00010300-\U0001031f\U0001032d-\U00010340\U00010342-\U00010349'
    '\U00010350-\U0001039d\U000103a0-\U000103cf\U00010400-\U0001049d\U000104b0-\U00010563'
    '\U00010570-\U000107ba\U00010800-\U00010855\U00010860-\U00010876\U00010880-\U0001089e'
    '\U000108e0-\U000108f5\U00010900-\U00010915\U00010920-\U00010939\U00010940-\U000109b7\U000109be\U000109bf'
    '\U00010a00-\U00010a3f\U00010a60-\U00010a7c\U00010a80-\U00010a9c\U00010ac0-\U00010ac7'
    '\U00010ac9-\U00010ae6\U00010b00-\U00010b35\U00010b40-\U00010b55\U00010b60-\U00010b72'
    '\U00010b80-\U00010b91\U00010c00-\U00010cf2\U00010d00-\U00010d27\U00010d4a-\U00010d6d'
    '\U00010d6f-\U00010d85\U00010e80-\U00010eac\U00010eb0-\U00010ec7\U00010efa-\U00010f1c'
    '\U00010f27-\U00010f50\U00010f70-\U00010f85\U00010fb0-\U00010fc4\U00010fe0-\U00011046'
    '\U00011070-\U000110ba\U000110c2\U000110d0-\U000110e8\U00011100-\U00011134\U00011144-\U00011173'
    '\U00011176-\U000111c4\U000111c9-\U000111cc\U000111ce\U000111cf\U000111da\U000111dc\U00011200-\U00011237'
    '\U0001123e-\U000112a8\U000112b0-\U000112ea\U00011300-\U000113d3\U000113e1-\U0001144a'
    '\U0001145e-\U000114c5\U000114c7\U00011580-\U000115c0\U000115d8-\U00011640\U00011644\U00011680-\U000116b8'
    '\U00011700-\U0001172b\U00011740-\U00011746\U00011800-\U0001183a\U000118a0-\U000118df'
    '\U000118ff-\U00011943\U000119a0-\U000119e1\U000119e3-\U00011a3e\U00011a47-\U00011a99\U00011a9d'
    '\U00011ab0-\U00011af8\U00011b60-\U00011b67\U00011bc0-\U00011be0\U00011c00-\U00011c40'
    '\U00011c72-\U00011cb6\U00011d00-\U00011d47\U00011d60-\U00011d98\U00011db0-\U00011ddb'
    '\U00011ee0-\U00011ef6\U00011f00-\U00011f42\U00011f5a\U00011fb0\U00012000-\U00012399\U00012480-\U00012543'
    '\U00012f90-\U00012ff0\U00013000-\U0001342f\U00013440-\U00014646\U00016100-\U0001612f'
    '\U00016800-\U00016a5e\U00016a70-\U00016abe\U00016ad0-\U00016af4\U00016b00-\U00016b36'
    '\U00016b40-\U00016b43\U00016b63-\U00016b8f\U00016d40-\U00016d6c\U00016e40-\U00016e7f'
    '\U00016ea0-\U00016fe1\U00016fe3-\U00016ff3\U00017000-\U00018d1e\U00018d80-\U00018df2'
    '\U0001aff0-\U0001b2fb\U0001bc00-\U0001bc99\U0001bc9d\U0001bc9e\U0001cf00-\U0001cf46\U0001d165-\U0001d169'
    '\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad'
    '\U0001d242-\U0001d244\U0001d400-\U0001d6c0\U0001d6c2-\U0001d6da\U0001d6dc-\U0001d6fa'
    '\U0001d6fc-\U0001d714\U0001d716-\U0001d734\U0001d736-\U0001d74e\U0001d750-\U0001d76e'
    '\U0001d770-\U0001d788\U0001d78a-\U0001d7a8\U0001d7aa-\U0001d7c2\U0001d7c4-\U0001d7cb'
    '\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001daaf\U0001df00-\U0001df2a'
    '\U0001e000-\U0001e08f\U0001e100-\U0001e13d\U0001e14e\U0001e290-\U0001e2ef\U0001e4d0-\U0001e4ef'
    '\U0001e5d0-\U0001e5f0\U0001e6c0-\U0001e6ff\U0001e7e0-\U0001e8c4\U0001e8d0-\U0001e94b'
    '\U0001ee00-\U0001eebb\U00020000-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U00033479'
$$;

create function app.marks() returns text
language sql immutable parallel safe set search_path = ''
as $$
  select
    '\u0300-\u034e\u0350-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a'
    '\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0'
    '\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f'
    '\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc'
    '\u09be-\u09cd\u09d7\u09e2\u09e3\u09fe-\u0a03\u0a3c-\u0a51\u0a70\u0a71\u0a75\u0a81-\u0a83\u0abc'
    '\u0abe-\u0acd\u0ae2\u0ae3\u0afa-\u0b03\u0b3c\u0b3e-\u0b57\u0b62\u0b63\u0b82\u0bbe-\u0bcd\u0bd7'
    '\u0c00-\u0c04\u0c3c\u0c3e-\u0c56\u0c62\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cd6\u0ce2\u0ce3\u0cf3-\u0d03'
    '\u0d3b\u0d3c\u0d3e-\u0d4d\u0d57\u0d62\u0d63\u0d81-\u0d83\u0dca-\u0ddf\u0df2\u0df3\u0e31\u0e34-\u0e3a'
    '\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39\u0f3e\u0f3f\u0f71-\u0f84'
    '\u0f86\u0f87\u0f8d-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d'
    '\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752\u1753\u1772'
    '\u1773\u17b6-\u17d3\u17dd\u1885\u1886\u18a9\u1920-\u193b\u1a17-\u1a1b\u1a55-\u1a7f\u1ab0-\u1b04'
    '\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8'
    '\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099'
    '\u309a\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880'
    '\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5'
    '\uaa29-\uaa36\uaa43\uaa4c\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7\uaab8\uaabe\uaabf\uaac1'
    '\uaaeb-\uaaef\uaaf5\uaaf6\uabe3-\uabea\uabec\uabed\ufb1e\ufe20-\ufe2f\U000101fd\U000102e0'
    '\U00010376-\U0001037a\U00010a01-\U00010a0f\U00010a38-\U00010a3f\U00010ae5\U00010ae6\U00010d24-\U00010d27'
    '\U00010d69-\U00010d6d\U00010eab\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85'
    '\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073\U00011074\U0001107f-\U00011082'
    '\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145\U00011146\U00011173'
    '\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce\U000111cf\U0001122c-\U00011237'
    '\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b\U0001133c\U0001133e-\U0001134d'
    '\U00011357\U00011362-\U00011374\U000113b8-\U000113d0\U000113d2\U000113e1\U000113e2\U00011435-\U00011446'
    '\U0001145e\U000114b0-\U000114c3\U000115af-\U000115c0\U000115dc\U000115dd\U00011630-\U00011640'
    '\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U0001193e\U00011940\U00011942'
    '\U00011943\U000119d1-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e'
    '\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c3f'
    '\U00011c92-\U00011cb6\U00011d31-\U00011d45\U00011d47\U00011d8a-\U00011d97\U00011ef3-\U00011ef6\U00011f00'
    '\U00011f01\U00011f03\U00011f34-\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U0001612f'
    '\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f92\U00016fe4-\U00016ff1\U0001bc9d'
    '\U0001bc9e\U0001cf00-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182'
    '\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36'
    '\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001daaf\U0001e000-\U0001e02a\U0001e08f'
    '\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee\U0001e5ef\U0001e6e3'
    '\U0001e6e6\U0001e6ee\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a'
$$;

-- A typed text as it is stored, before it is checked. `kind`:
--   name: other blanks become spaces, zero-width characters are dropped, spaces are single and only inside
--   line, text: fillers and other blanks become spaces, soft hyphens and zero-width spaces are dropped; joiners stay,
--     because emoji use them. Line breaks are \n in a text; in a line they become spaces, as tabs do.
create function app.folded_text(value text, kind text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- Fast path: most texts are plain ASCII.
  if value ~ '^[ -~]*$' then
    return case when kind = 'name' then btrim(regexp_replace(value, ' +', ' ', 'g')) else value end;
  end if;
  if kind = 'name' then
    value := regexp_replace(value, '[\u00ad\u034f\u180b-\u180f\u200b-\u200d\u2060-\u2064\ufe00-\ufe0f\ufeff]', '', 'g');
    return btrim(regexp_replace(value, '[ ' || app.other_blanks() || ']+', ' ', 'g'));
  end if;
  value := regexp_replace(value, '[\u00ad\u200b\u2060-\u2064\ufeff]', '', 'g');
  value := regexp_replace(value, '[' || app.other_blanks() || app.fillers() || ']', ' ', 'g');
  return case kind when 'line' then regexp_replace(value, '\r\n|[\t\n\r\u0085\u2028\u2029]', ' ', 'g')
    else regexp_replace(value, '\r\n|[\r\u0085\u2028\u2029]', E'\n', 'g') end;
end
$$;

-- Whether a folded text may be stored. line: no tab and line break; items and json: each text of an array or JSON value
-- is checked as a text.
create function app.is_clean_text(value text, kind text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  case kind
    when 'name' then
      return value !~ ('[^ ' || app.letters_and_marks() || ']') and value !~ ('(^| )[' || app.marks() || ']');
    when 'line' then
      return value !~ ('[\t\n\r\u0085\u2028\u2029' || app.refused_characters() || ']');
    else
      return value !~ ('[\r\u0085' || app.refused_characters() || ']');
  end case;
end
$$;

-- A text field of a JSON object; null for null and for a blank text. Raises invalid_value when it is not a text or has
-- refused characters.
create function app.text_field(content jsonb, key text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  value constant text := nullif(btrim(content ->> key), '');
begin
  if jsonb_typeof(content -> key) not in ('string', 'null') or value ~ ('[' || app.refused_characters() || ']') then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', key);
  end if;
  return value;
end
$$;

-- Texts of a JSON array without duplicates; raises invalid_value for anything else or more than 100.
create function app.text_items(content jsonb, key text) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  items constant jsonb := content -> key;
begin
  if jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 100
    or exists (select from jsonb_array_elements(items) i where jsonb_typeof(i) <> 'string')
  then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', key);
  end if;
  return array(select distinct i from jsonb_array_elements_text(items) i order by i);
end
$$;

-- An id field of a JSON object; raises invalid_value for anything else.
create function app.id_field(content jsonb, key text) returns uuid
language plpgsql immutable set search_path = ''
as $$
begin
  return app.text_field(content, key)::uuid;
exception when invalid_text_representation then
  perform app.refuse('22023', 'invalid_value', 'this value is not allowed', key);
end
$$;

-- A boolean field of a JSON object, `otherwise` when it is absent; raises invalid_value for anything else.
create function app.boolean_field(content jsonb, key text, otherwise boolean) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(content -> key, 'null') = 'null' then
    return otherwise;
  end if;
  if jsonb_typeof(content -> key) <> 'boolean' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', key);
  end if;
  return (content ->> key)::boolean;
end
$$;

-- A flag (boolean) of a JSON object; raises invalid_value for anything else.
create function app.flag_field(content jsonb, key text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(content -> key) is distinct from 'boolean' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', key);
  end if;
  return (content ->> key)::boolean;
end
$$;

-- A number field of a JSON object, `otherwise` when it is absent; raises invalid_value for anything else.
create function app.number_field(content jsonb, key text, otherwise numeric) returns numeric
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(content -> key, 'null') = 'null' then
    return otherwise;
  end if;
  if jsonb_typeof(content -> key) <> 'number' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', key);
  end if;
  return (content ->> key)::numeric;
end
$$;

-- An integer field of a JSON object, null for null; raises invalid_value for anything else.
create function app.number_field(content jsonb, key text) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(content -> key) not in ('number', 'null') or content ->> key !~ '^-?[0-9]{1,9}$' then
    perform app.refuse('22023', 'invalid_value', 'this value is not allowed', key);
  end if;
  return (content ->> key)::integer;
end
$$;

-- Every column that people type into, and its kind. tests/database/security/typed-texts.test.ts fails for a text column
-- that is neither here nor in its list of columns written by programs.
create table app.typed_texts (
  relation text not null,
  column_name text not null,
  kind text not null check (kind in ('name', 'line', 'text', 'items', 'json')),
  primary key (relation, column_name)
);

-- Folds and checks the written columns; other columns of the row may hold older values. The error looks like that of a
-- check constraint: procedures return it as invalid_value with the constraint's name.
create function app.clean_typed_texts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  now_row constant jsonb := to_jsonb(new);
  old_row constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  folded jsonb := '{}';
  typed record;
  value jsonb;
  clean boolean;
begin
  for typed in select t.column_name, t.kind from app.typed_texts t where t.relation = tg_table_name loop
    value := now_row -> typed.column_name;
    continue when coalesce(value, 'null') = 'null' or value = old_row -> typed.column_name;
    if typed.kind in ('items', 'json') then
      clean := not exists (
        select from jsonb_path_query(value, 'lax $.**') v
        where jsonb_typeof(v) = 'string' and not app.is_clean_text(v #>> '{}', typed.kind)
      );
    else
      value := to_jsonb(app.folded_text(value #>> '{}', typed.kind));
      clean := app.is_clean_text(value #>> '{}', typed.kind);
      if value <> now_row -> typed.column_name then
        folded := folded || jsonb_build_object(typed.column_name, value);
      end if;
    end if;
    if not clean then
      raise exception 'this text has characters that are not allowed' using errcode = 'check_violation',
        hint = 'invalid_value', detail = typed.column_name, table = tg_table_name, column = typed.column_name,
        constraint = tg_table_name || '_' || typed.column_name || '_check';
    end if;
  end loop;
  if folded <> '{}' then
    new := jsonb_populate_record(new, folded);
  end if;
  return new;
end
$$;

-- Names that pass themselves off as the team's. What a text looks like decides, not its letters: a Cyrillic 'Ѕuроrtе' and a
-- 'Dancef1ix' are compared by their skeletons (Unicode TR39), for which the look-alikes of Latin letters are listed here.
-- The phone has the same in src/lib/false-names.ts; a test compares the two.

create function app.look_alikes() returns table (letter text, look_alikes text)
language sql immutable parallel safe set search_path = ''
as $$
  values
    ('a', 'ΑαΛλАаɑᴀɐᎪ4@'), ('b', 'ΒβВвЬьБбʙƅ68'), ('c', 'ςСсᴄᏟ'), ('d', 'δԀԁДдᴅᎠđĐðÐ'),
    ('e', 'ΕεΞξΣЕеЭэЄєҽЗзɛᴇᎬǝə3'), ('f', 'ҒғꜰƒφФф'), ('g', 'ɡɢᏀԌցᎶ9'), ('h', 'ΗНнʜᎻҺһЋћհħĦ'), ('j', 'ϳЈјᎫᴊȷյ'),
    ('k', 'ΚκКкҚқᴋᏦƙ'), ('l', 'ΙιІіӀӏıɩɪʟᏞłŁ1!|'), ('m', 'ΜМмᴍᎷɱ'), ('n', 'ΝηΠπИиПпЛлɴŋŊոռղ'),
    ('o', 'ΟοσΘθОоӨөᴏօՕɵøØ0'), ('p', 'ΡρРрᴘᏢþÞք'), ('q', 'Ԛԛɋզ'), ('r', 'ГгЯяʀᎡᏒ'), ('s', 'ЅѕꜱᏚ5$'),
    ('t', 'ΤτТтᴛᎢŧŦ7ƭ'), ('u', 'υμЦцսՍᴜ'), ('v', 'νѴѵʋᴠᏙ'), ('w', 'ωΨψԜԝШшЩщᴡᏔᎳ'), ('x', 'ΧχХх'),
    ('y', 'ΥγУуҮүҰұʏ'), ('z', 'ΖζᴢᏃ2')
$$;

-- Both sides of the list for translate().
create function app.all_look_alikes() returns text
language sql immutable parallel safe set search_path = ''
as $$
  select string_agg(l.look_alikes, '' order by l.letter) from app.look_alikes() l
$$;
create function app.all_looked_like() returns text
language sql immutable parallel safe set search_path = ''
as $$
  select string_agg(repeat(l.letter, char_length(l.look_alikes)), '' order by l.letter) from app.look_alikes() l
$$;

-- The look of a text, in small Latin letters. Only for comparing: 'i' and 'l' are one letter, as are 'rn' and 'm'. In
-- PL/pgSQL, as are those below that compare with it: a session computes a constant without parameters once, where a
-- function in SQL would compute a hundred skeletons for each name.
create function app.skeleton(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  look_alikes constant text := app.all_look_alikes();
  looked_like constant text := app.all_looked_like();
begin
  return replace(replace(replace(replace(lower(translate(
      regexp_replace(normalize(value, NFKD),
        '[\u0300-\u036f\u00ad\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff]', '', 'g'),
      look_alikes, looked_like) collate "C"),
    'i', 'l'), 'rn', 'm'), 'vv', 'w'), 'cl', 'd');
end
$$;

-- One alternative of a pattern for each word, as skeletons.
create function app.any_of_skeletons(words text[]) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select string_agg(app.skeleton(w), '|') from unnest(words) w
$$;

create function app.official_words() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array['adm', 'admin', 'administracao', 'administrador', 'administradora', 'atendimento', 'equipe', 'moderacao',
    'moderador', 'moderadora', 'suporte', 'support', 'sac']
$$;

-- Whether a text is nothing but the name of an office of this site: 'Equipe do Danceflix', 'S u p o r t e'.
create function app.is_official(value text, with_brand boolean) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  links constant text := app.any_of_skeletons(
    array['a', 'o', 'e', 'da', 'de', 'do', 'oficial', 'tecnico', 'central', 'time', 'site', 'danceflix']);
  offices constant text := app.any_of_skeletons(app.official_words());
  brand constant text := app.skeleton('danceflix');
  named constant text := case when with_brand then offices || '|' || brand else offices end;
begin
  return regexp_replace(app.skeleton(value), '[^a-z]+', '', 'g')
    ~ ('^(' || links || ')*(' || named || ')(' || links || '|' || named || ')*$');
end
$$;

-- Whether a name passes itself off as the team's, or mixes alphabets within a word, as no honest name does.
create function app.is_false_name(value text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  offices constant text := app.any_of_skeletons(
    array['admin', 'atendimento', 'equipe', 'moderac', 'moderad', 'suporte', 'support', 'verificad']);
  brand constant text := app.skeleton('danceflix');
  words constant text := btrim(regexp_replace(app.skeleton(value), '[^a-z]+', ' ', 'g'));
  joined constant text := replace(words, ' ', '');
begin
  return app.is_official(value, true)
    or joined ~ brand
    or words ~ ('(^| )(' || offices || ')')
    or words ~ '^[a-z]{1,2} ' and joined ~ ('^(' || offices || ')')
    or exists (
      select from regexp_split_to_table(normalize(value, NFKD), ' +') word
      where word ~ '[a-zA-Z\u0180-\u024f\u0250-\u02af\u1d00-\u1dbf]'
        and word ~ '[\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u13a0-\u13ff\u1f00-\u1fff\uab70-\uabbf]'
    );
end
$$;

-- Whether a text is signed or headed in the team's name: a line, or what stands before its colon.
create function app.is_false_signature(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select exists (
    select from regexp_split_to_table(value, '\n') line
    cross join lateral (select substring(line from '^([^:]{1,40}):') as heading) h
    where char_length(line) <= 60 and app.is_official(line, false) or app.is_official(h.heading, true)
  )
$$;

-- Refuses a false name in the column of the first argument; of the second kind, 'text', a false signature. Hint:
-- name_reserved (22023), detail: the column. The team may name itself.
create function app.refuse_false_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  value constant text := to_jsonb(new) ->> tg_argv[0];
begin
  if tg_op = 'UPDATE' and value is not distinct from to_jsonb(old) ->> tg_argv[0] or coalesce(value, '') = ''
    or to_jsonb(new) ->> 'role' = 'admin' or app.is_admin()
  then
    return new;
  end if;
  if tg_argv[1] = 'text' and app.is_false_signature(value) or tg_argv[1] = 'name' and app.is_false_name(value) then
    perform app.refuse('22023', 'name_reserved', 'this name is the team''s, or mixes alphabets', tg_argv[0]);
  end if;
  return new;
end
$$;

-- Frees an address for an approved teacher from one who was never approved: that one gets the first free number.
create function app.free_address(address text, taker uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  holder uuid;
  candidate text;
  suffix integer := 2;
begin
  if not exists (select from public.teachers t where t.id = taker and t.approved_at is not null) then
    return;
  end if;
  select t.id into holder from public.teachers t
    where t.slug = address and t.id <> taker and t.approved_at is null and not t.is_active for update;
  if found then
    loop
      candidate := address || '-' || suffix;
      exit when not exists (select from app.teacher_addresses a where a.digest = app.address_digest(candidate)
        and a.teacher_id is distinct from holder)
        and not exists (select from public.teachers t where t.slug = candidate and t.id <> holder);
      suffix := suffix + 1;
    end loop;
    update public.teachers t set slug = candidate where t.id = holder;
    perform app.notify(holder, 'teacher.address_moved', 'O endereço da sua página mudou',
      'Um professor aprovado com esse nome ficou com o endereço de antes. O seu agora é /teachers/' || candidate
      || '. Você pode escolher outro.', '/teacher/configurations');
  end if;
  delete from app.teacher_addresses a using public.teachers t
    where a.digest = app.address_digest(address) and t.id = a.teacher_id and t.id <> taker
      and t.approved_at is null and not t.is_active;
end
$$;

-- Before an own choice: the address of an approved teacher's name is nobody else's, and an approved teacher gets the one of
-- the own name. Hint: slug_taken (PT409).
create function app.require_own_address(me uuid, wanted text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  is_own_name constant boolean := wanted = app.slug_base((select p.name from public.user_profiles p where p.id = me));
begin
  if is_own_name then
    perform app.free_address(wanted, me);
  elsif exists (
    select from public.teacher_listings l
    where l.folded_name = replace(wanted, '-', ' ') and l.id <> me and not l._deleted
  ) then
    perform app.refuse('PT409', 'slug_taken', 'this address is the name of another teacher', 'slug');
  end if;
end
$$;
