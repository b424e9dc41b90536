/**
 * Names that pass themselves off as the team's. What a text looks like decides, not its letters: texts are compared by
 * their skeletons (Unicode TR39). The server has the same (app.is_false_name in supabase/migrations); a test compares
 * the two.
 */

export const FALSE_NAME = 'Este nome parece ser da equipe do Danceflix ou mistura alfabetos. Escreva o seu.';
export const FALSE_SIGNATURE = 'Este texto parece ser da equipe do Danceflix. Escreva em seu nome.';

/** By Latin letter: what looks like it. */
const LOOK_ALIKES: Record<string, string> = {
  a: 'ΑαΛλАаɑᴀɐᎪ4@',
  b: 'ΒβВвЬьБбʙƅ68',
  c: 'ςСсᴄᏟ',
  d: 'δԀԁДдᴅᎠđĐðÐ',
  e: 'ΕεΞξΣЕеЭэЄєҽЗзɛᴇᎬǝə3',
  f: 'ҒғꜰƒφФф',
  g: 'ɡɢᏀԌցᎶ9',
  h: 'ΗНнʜᎻҺһЋћհħĦ',
  j: 'ϳЈјᎫᴊȷյ',
  k: 'ΚκКкҚқᴋᏦƙ',
  l: 'ΙιІіӀӏıɩɪʟᏞłŁ1!|',
  m: 'ΜМмᴍᎷɱ',
  n: 'ΝηΠπИиПпЛлɴŋŊոռղ',
  o: 'ΟοσΘθОоӨөᴏօՕɵøØ0',
  p: 'ΡρРрᴘᏢþÞք',
  q: 'Ԛԛɋզ',
  r: 'ГгЯяʀᎡᏒ',
  s: 'ЅѕꜱᏚ5$',
  t: 'ΤτТтᴛᎢŧŦ7ƭ',
  u: 'υμЦцսՍᴜ',
  v: 'νѴѵʋᴠᏙ',
  w: 'ωΨψԜԝШшЩщᴡᏔᎳ',
  x: 'ΧχХх',
  y: 'ΥγУуҮүҰұʏ',
  z: 'ΖζᴢᏃ2',
};

const letters = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, looks]) =>
    Array.from(looks, (look) => [look, letter] as const),
  ),
);

/** Maps a text to small Latin letters that look like it. Only for comparing: 'i' becomes 'l', and 'rn' becomes 'm'. */
export function skeleton(text: string): string {
  const plain = text.normalize('NFKD').replace(UNSEEN, '');
  return Array.from(plain, (character) => letters.get(character) ?? character)
    .join('')
    .replace(/[A-Z]/g, (capital) => capital.toLowerCase())
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd');
}

const UNSEEN = /[\u0300-\u036f]|\u00ad|[\u200b-\u200f]|[\u2060-\u2064]|[\ufe00-\ufe0f]|\ufeff/g;

const anyOf = (words: string) => words.split(' ').map(skeleton).join('|');

const BRAND = 'danceflix';
const OFFICES = anyOf(
  'adm admin administracao administrador administradora atendimento equipe moderacao moderador moderadora suporte support sac',
);
const LINKS = anyOf(`a o e da de do oficial tecnico central time site ${BRAND}`);
const BEGINNINGS = anyOf('admin atendimento equipe moderac moderad suporte support verificad');

const LATIN = /[a-zA-Z\u0180-\u024f\u0250-\u02af\u1d00-\u1dbf]/;
const OTHER_ALPHABET = /[\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u13a0-\u13ff\u1f00-\u1fff\uab70-\uabbf]/;

/** Whether a text is nothing but the name of an office of this site: 'Equipe do Danceflix', 'S u p o r t e'. */
function isOfficial(text: string, withBrand: boolean): boolean {
  const offices = withBrand ? `${OFFICES}|${skeleton(BRAND)}` : OFFICES;
  const whole = new RegExp(`^(${LINKS})*(${offices})(${LINKS}|${offices})*$`);
  return whole.test(skeleton(text).replace(/[^a-z]+/g, ''));
}

/** Whether a name passes itself off as the team's, or mixes alphabets within a word, as no honest name does. */
export function isFalseName(name: string): boolean {
  const words = skeleton(name)
    .replace(/[^a-z]+/g, ' ')
    .trim();
  const joined = words.replaceAll(' ', '');
  return (
    isOfficial(name, true) ||
    joined.includes(skeleton(BRAND)) ||
    new RegExp(`(^| )(${BEGINNINGS})`).test(words) ||
    (/^[a-z]{1,2} /.test(words) && new RegExp(`^(${BEGINNINGS})`).test(joined)) ||
    name
      .normalize('NFKD')
      .split(/ +/)
      .some((word) => LATIN.test(word) && OTHER_ALPHABET.test(word))
  );
}

/** Whether a text is signed or headed in the team's name: a line, or what stands before its colon. */
export function isFalseSignature(text: string): boolean {
  return text.split('\n').some((line) => {
    const heading = /^([^:]{1,40}):/u.exec(line)?.[1];
    return (
      (Array.from(line).length <= 60 && isOfficial(line, false)) ||
      (heading !== undefined && isOfficial(heading, true))
    );
  });
}
