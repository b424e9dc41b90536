/**
 * Synthetic teachers for load tests: plausible names, bios of about 250 characters, cities and styles unevenly
 * distributed as in reality. Number n gives the same teacher on every machine. The ids share a prefix, by which the
 * teachers are found and removed.
 */
import type { TeacherRow } from '../supabase/embedded/seed/people.ts';

/** Id in the range LOAD_IDS. */
export const loadTeacherId = (n: number) => `10ad0000-0000-5000-8000-${String(n).padStart(12, '0')}`;

const words = (text: string) => text.split(' ');
const firstNames = words(
  'Ana Maria Joana Luísa Beatriz Letícia Gabriela Júlia Camila Larissa Vitória Mônica Sônia Verônica Débora Raquel Simone Tânia Lúcia Célia José João Antônio Paulo Pedro Lucas Mateus Gustavo Rodrigo Márcio Sérgio Fábio Vinícius Thiago Otávio César Inácio Jonas Ademir Edson Íris Úrsula Zilda Xênia Yara Kátia Wagner Hélio Nádia Érica',
);
const lastNames = words(
  'Silva Santos Oliveira Souza Lima Pereira Ferreira Costa Rodrigues Almeida Nascimento Carvalho Araújo Ribeiro Fernandes Gomes Martins Rocha Barros Freitas Barbosa Pinto Moura Cavalcanti Dias Castro Campos Cardoso Teixeira Sá Conceição Magalhães Falcão Leão Patrício Guimarães Assunção Simões Peçanha Müller Rossi Sato Klein Nogueira Vasconcelos Antunes Bragança Queirós Fagundes Ximenes',
);
const openings = [
  'Comecei a dançar ainda criança, numa festa de rua.',
  'Ensino devagar, com música boa e sem julgamento.',
  'Minha sala é pequena e clara, com piso de madeira.',
  'Trabalho com adultos que nunca dançaram.',
  'Danço porque gosto de gente.',
  'Sou do tempo do rádio e do baile de sexta.',
  'Prefiro poucas figuras e muita escuta.',
  'Vou até a sua casa ou ao salão do seu prédio.',
  'Formei pares, amizades e até uma banda.',
  'Cada pessoa chega com um ritmo, e é dele que eu parto.',
];
const middles = [
  'Nos primeiros encontros cuidamos do eixo, da pisada e do abraço.',
  'Gravo um resumo de cada encontro para você rever em casa.',
  'Explico tanto a condução quanto a resposta, e trocamos de papel no meio da música.',
  'Gosto de misturar exercícios de chão com dança livre.',
  'Escolhemos juntos o repertório, do clássico ao que tocou ontem.',
  'Se algo dói, mudamos o movimento, nunca o sorriso.',
  'Uso brincadeiras com o tempo da música para soltar os ombros.',
  'Uma vez por mês saímos em grupo para dançar de verdade.',
  'Tenho experiência com casais de noivos e festas de família.',
  'Também recebo quem volta a dançar depois de muitos anos parado.',
  'Anoto o seu progresso em um caderno que fica com você.',
  'A pontualidade é minha e o atraso eu perdoo na primeira vez.',
];
const endings = [
  'Venha como estiver.',
  'Traga uma toalha e uma música preferida.',
  'O primeiro passo a gente dá em conjunto.',
  'Depois me conte como foi na pista.',
  'Água e café não faltam.',
  'Até a próxima música.',
];
/** City, area code, neighbourhoods and the share of teachers there in percent. */
const places = [
  ['São Paulo', 11, ['Pinheiros', 'Mooca', 'Santana', 'Ipiranga', 'Lapa', 'Tatuapé'], 34],
  ['Rio de Janeiro', 21, ['Tijuca', 'Botafogo', 'Madureira', 'Méier', 'Lapa'], 18],
  ['Belo Horizonte', 31, ['Savassi', 'Pampulha', 'Barreiro', 'Lagoinha'], 11],
  ['Salvador', 71, ['Barra', 'Pituba', 'Rio Vermelho', 'Itapuã'], 9],
  ['Brasília', 61, ['Asa Norte', 'Asa Sul', 'Guará', 'Ceilândia'], 8],
  ['Curitiba', 41, ['Batel', 'Água Verde', 'Boqueirão'], 6],
  ['Porto Alegre', 51, ['Cidade Baixa', 'Bom Fim', 'Menino Deus'], 5],
  ['Florianópolis', 48, ['Trindade', 'Campeche', 'Lagoa da Conceição'], 5],
  ['Vitória', 27, ['Jardim da Penha', 'Praia do Canto'], 3],
  ['Garopaba', 48, ['Centro', 'Ferrugem'], 1],
] as const;
/** Ordered by frequency, the most frequent first. */
const styles = [
  'Forró',
  'Samba de Gafieira',
  'Zouk',
  'Bolero',
  'Samba',
  'Salsa',
  'Forró Universitário',
  'Bachata',
  'Soltinho',
  'Tango',
  'Kizomba',
  'Ballet Clássico',
  'Dança do Ventre',
  'Samba Rock',
  'Samba no Pé',
  'Jazz',
  'Danças Urbanas',
  'Vaneira',
  'Forró Pé de Serra',
  'Valsa',
];

/** mulberry32: numbers in [0, 1) from a 32-bit seed. */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function pick<T>(random: () => number, list: readonly [T, ...T[]] | readonly T[]): T {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

function pickPlace(random: () => number) {
  let left = random() * 100;
  for (const place of places) {
    left -= place[3];
    if (left < 0) return place;
  }
  return places[0];
}

/** About 250 characters, from 90 to 500; one in six is short, one in twelve long. */
function bioOf(random: () => number): string {
  const kind = random();
  const wanted = kind < 0.16 ? 60 : kind > 0.92 ? 380 : 150 + random() * 120;
  const rest = [...middles];
  let bio = pick(random, openings);
  do {
    bio += ` ${rest.splice(Math.floor(random() * rest.length), 1).join('')}`;
  } while (bio.length < wanted && rest.length > 0);
  return `${bio} ${pick(random, endings)}`;
}

/** Three of four teachers are rated, most of them well. */
function starsOf(random: () => number): number[] | null {
  if (random() < 0.25) return null;
  const count = 1 + Math.floor(random() ** 3 * 90);
  const quality = 0.55 + random() * 0.42;
  const stars = [0, 0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    const index = Math.min(4, Math.floor(random() ** (quality * 3) * 5 * (1 - quality) * 2));
    stars[index] = (stars[index] ?? 0) + 1;
  }
  return stars;
}

/** Synthetic teacher number `n`, counted from 1. */
export function loadTeacher(n: number): TeacherRow {
  const random = randomFrom(n);
  const name = `${pick(random, firstNames)} ${pick(random, lastNames)}${random() < 0.4 ? ` ${pick(random, lastNames)}` : ''}`;
  const [city, areaCode, neighborhoods] = pickPlace(random);
  const styleCount = 1 + Math.floor(random() ** 2 * 4);
  const chosen = new Set<string>();
  while (chosen.size < styleCount) chosen.add(styles[Math.floor(random() ** 2 * styles.length)] ?? 'Forró');
  const approvedAt = new Date(Date.UTC(2025, 5, 1) + Math.floor(random() * 520) * 86_400_000 + 54_000_000);
  const stars = starsOf(random);
  const handle = fold(name).replace(/[^a-z]/g, '');
  return {
    id: loadTeacherId(n),
    name,
    email: `carga.${n}@load.danceflix.test`,
    whatsapp: random() < 0.93 ? `+55${areaCode}90000${String(n % 10_000).padStart(4, '0')}` : null,
    city,
    profile_image_url: null,
    created_at: approvedAt.toISOString(),
    bio: bioOf(random),
    experience: `${2 + Math.floor(random() * 30)} anos de dança de salão. ${pick(random, middles)}`,
    neighborhood: pick(random, neighborhoods),
    instagram: random() < 0.7 ? `${handle.slice(0, 18)}.carga${n}`.slice(0, 30) : null,
    availability: null,
    // By number, so that the random values before and after stay the same.
    lesson_places: [['estudio'], ['casa', 'estudio'], ['online'], null][n % 4] ?? null,
    levels:
      [['iniciante'], ['iniciante', 'intermediario'], ['intermediario', 'avancado'], null][n % 7] ?? null,
    dance_roles: [['conduz', 'conduzido'], ['conduz'], null][n % 3] ?? null,
    accepts_couples: n % 2 === 0,
    is_accessible: n % 5 === 0,
    videos: null,
    modalities: random() < 0.35 ? ['particular', 'grupo'] : ['particular'],
    styles: [...chosen],
    slug: `${fold(name).replace(/[^a-z]+/g, '-')}-${n}`,
    is_active: true,
    is_paused: false,
    is_featured: false,
    approved_at: approvedAt.toISOString(),
    stars,
    last_evaluation_date: stars && new Date(Date.UTC(2026, 10, 15)).toISOString(),
  };
}
