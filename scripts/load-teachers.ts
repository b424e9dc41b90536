/**
 * Synthetic teachers for load tests, as hard to compress as real ones: random ids, keys of pictures and numbers, texts
 * with the entropy of the demo's (load-texts.ts), cities and styles unevenly distributed. Number n gives the same teacher
 * on every machine. They are recognised by their e-mail address.
 */
import { createHash } from 'node:crypto';
import type { TeacherRow } from '../supabase/embedded/seed/people.ts';
import { bios, demoTeachers, experiences, pick, type Random, randomFrom } from './load-texts.ts';

/** A random id (version 4) of `what`, the same each time. */
function randomId(what: string): string {
  const bytes = createHash('sha256').update(what).digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export const loadTeacherId = (n: number) => randomId(`load teacher ${n}`);

/** See LOAD_EMAIL in seed/people.ts. */
export const loadTeacherEmail = (n: number) => `carga.${n}@load.danceflix.test`;

const words = (text: string) => text.split(' ');
/** Ordered roughly by frequency. */
const firstNames = words(
  'Ana Maria Joana Luísa Beatriz Letícia Gabriela Júlia Camila Larissa Vitória Mônica Sônia Verônica Débora Raquel Simone Tânia Lúcia Célia José João Antônio Paulo Pedro Lucas Mateus Gustavo Rodrigo Márcio Sérgio Fábio Vinícius Thiago Otávio César Inácio Jonas Ademir Edson Íris Úrsula Zilda Xênia Yara Kátia Wagner Hélio Nádia Érica Francisca Adriana Juliana Márcia Fernanda Patrícia Aline Sandra Amanda Bruna Jéssica Mariana Vera Rita Cláudia Luciana Renata Cristina Daniela Rafaela Natália Isabela Carolina Tatiane Vanessa Priscila Michele Elaine Rosângela Eliane Silvana Regina Marlene Sueli Lorena Bianca Helena Alice Clara Cecília Marina Olívia Talita Francisco Carlos Luiz Marcos Rafael Daniel Marcelo Bruno Eduardo Felipe Raimundo Fernando Ricardo Leandro Tiago Anderson Guilherme Roberto Diego Leonardo Henrique Murilo Caio Renan Igor Vitor Samuel Davi Jorge Geraldo Sebastião Manoel Joaquim Benedito Severino Cícero Damião Gilberto Nelson Osvaldo Rubens Washington Wellington Robson Everton Jefferson Alan Davidson Nathan Enzo Miguel Heitor Arthur Bernardo Theo Ravi Iara Jandira Moema Jussara Potira Aparecida Conceição Dalva Eunice Filomena Graça Hortênsia Ivone Jurema Leila Margarida Noêmia Odete Penha Quitéria Rosa Salete Terezinha Valdirene Wanda',
);
const lastNames = words(
  'Silva Santos Oliveira Souza Lima Pereira Ferreira Costa Rodrigues Almeida Nascimento Carvalho Araújo Ribeiro Fernandes Gomes Martins Rocha Barros Freitas Barbosa Pinto Moura Cavalcanti Dias Castro Campos Cardoso Teixeira Sá Conceição Magalhães Falcão Leão Patrício Guimarães Assunção Simões Peçanha Müller Rossi Sato Klein Nogueira Vasconcelos Antunes Bragança Queirós Fagundes Ximenes Lopes Soares Vieira Monteiro Mendes Nunes Batista Marques Machado Andrade Ramos Moreira Correia Melo Cunha Azevedo Miranda Medeiros Borges Aguiar Bezerra Farias Macedo Neves Pires Reis Sales Tavares Viana Xavier Coelho Duarte Fonseca Garcia Jesus Leite Morais Braga Brito Caldas Camargo Chaves Coutinho Couto Damasceno Diniz Domingues Drummond Esteves Evangelista Figueiredo Franco Furtado Galvão Godoy Gonçalves Guedes Lacerda Lemos Lobo Maciel Maia Malta Matos Mesquita Motta Muniz Novaes Pacheco Paiva Parente Peixoto Pimentel Prado Quintanilha Rangel Rezende Rios Sampaio Siqueira Tinoco Toledo Torres Trindade Valente Vargas Veloso Vidal Zanetti Bianchi Ferrari Tanaka Yamamoto Schmidt Weber Kowalski Haddad Nassif Okoro',
);
/** City, area code, neighbourhoods and the share of teachers there in percent. */
const places = [
  [
    'São Paulo',
    11,
    'Pinheiros|Mooca|Santana|Ipiranga|Lapa|Tatuapé|Vila Madalena|Vila Mariana|Butantã|Itaquera|Penha|Santo Amaro|Bela Vista|Perdizes|Saúde|Casa Verde|Freguesia do Ó|Jabaquara|Campo Limpo|Liberdade',
    34,
  ],
  [
    'Rio de Janeiro',
    21,
    'Tijuca|Botafogo|Madureira|Méier|Lapa|Copacabana|Flamengo|Laranjeiras|Vila Isabel|Bangu|Campo Grande|Barra da Tijuca|Ilha do Governador|Irajá|Santa Teresa',
    18,
  ],
  [
    'Belo Horizonte',
    31,
    'Savassi|Pampulha|Barreiro|Lagoinha|Santa Efigênia|Floresta|Castelo|Venda Nova|Prado|Sagrada Família',
    11,
  ],
  ['Salvador', 71, 'Barra|Pituba|Rio Vermelho|Itapuã|Pelourinho|Brotas|Cajazeiras|Ribeira|Liberdade', 9],
  ['Brasília', 61, 'Asa Norte|Asa Sul|Guará|Ceilândia|Taguatinga|Águas Claras|Sobradinho|Gama|Sudoeste', 8],
  ['Curitiba', 41, 'Batel|Água Verde|Boqueirão|Portão|Cabral|Santa Felicidade|Rebouças|Bigorrilho', 6],
  ['Porto Alegre', 51, 'Cidade Baixa|Bom Fim|Menino Deus|Petrópolis|Moinhos de Vento|Partenon|Tristeza', 5],
  ['Florianópolis', 48, 'Trindade|Campeche|Lagoa da Conceição|Estreito|Ingleses|Córrego Grande', 5],
  ['Vitória', 27, 'Jardim da Penha|Praia do Canto|Jardim Camburi|Santo Antônio', 3],
  ['Garopaba', 48, 'Centro|Ferrugem|Siriú', 1],
] as const;
/** As often as in the demo. */
const styles = demoTeachers.flatMap((teacher) => teacher.styles);
const days = words('segunda terca quarta quinta sexta sabado domingo');
const halves = words('manha tarde noite');

const DAY = 86_400_000;
/** Kinds of checks besides that of identity, and the share of teachers that have each. */
const checks = [
  ['whatsapp', 0.6],
  ['instagram', 0.4],
  ['experience', 0.35],
  ['references', 0.15],
  ['picture', 0.5],
] as const;
/** Checks were made before this day, and the last evaluation on it. */
const NEWEST = Date.UTC(2026, 10, 15);

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Names at the front of a list are more frequent. */
const frequent = <T>(random: Random, list: readonly T[]): T => pick(() => random() ** 1.7, list);

const digits = (random: Random, count: number) =>
  String(Math.floor(random() * 10 ** count)).padStart(count, '0');

function pickPlace(random: Random) {
  let left = random() * 100;
  for (const place of places) {
    left -= place[3];
    if (left < 0) return place;
  }
  return places[0];
}

/** About 250 characters, from 60 to 600; one in six is short, one in twelve long. */
function bioOf(random: Random): string {
  const kind = random();
  return bios.text(random, kind < 0.16 ? 60 : kind > 0.92 ? 380 : 150 + random() * 120);
}

/** Two of five teachers say when they teach. */
function availabilityOf(random: Random): string[] | null {
  if (random() < 0.6) return null;
  const share = 0.1 + random() * 0.4;
  const slots = days.flatMap((day) => halves.map((half) => `${day}-${half}`)).filter(() => random() < share);
  return slots.length === 0 ? null : slots;
}

/** Three of four teachers are rated, most of them well. */
function starsOf(random: Random): number[] | null {
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
  const id = loadTeacherId(n);
  const name = `${frequent(random, firstNames)} ${frequent(random, lastNames)}${random() < 0.4 ? ` ${frequent(random, lastNames)}` : ''}`;
  const [city, areaCode, neighborhoods] = pickPlace(random);
  const styleCount = 1 + Math.floor(random() ** 2 * 4);
  const chosen = new Set<string>();
  while (chosen.size < styleCount) chosen.add(pick(random, styles));
  const approved = Date.UTC(2025, 5, 1) + Math.floor(random() * 520 * DAY);
  const stars = starsOf(random);
  const handle = fold(name).replace(/[^a-z]/g, '');
  const picture = randomId(`load picture ${n}`);
  return {
    id,
    name,
    email: loadTeacherEmail(n),
    // No mobile number in Brazil begins with 90.
    whatsapp: random() < 0.93 ? `+55${areaCode}90${digits(random, 7)}` : null,
    city,
    profile_image_url:
      random() < 0.85 ? `/storage/v1/object/public/profile-images/${id}/${picture}-p.webp` : null,
    created_at: new Date(approved).toISOString(),
    bio: bioOf(random),
    experience: `${2 + Math.floor(random() * 30)} anos de dança. ${experiences.text(random, 30 + random() * 50)}`,
    neighborhood: pick(random, neighborhoods.split('|')),
    instagram: random() < 0.7 ? `${handle.slice(0, 16)}.${n.toString(36)}.carga`.slice(0, 30) : null,
    availability: availabilityOf(random),
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
    slug: `${fold(name).replace(/[^a-z]+/g, '-')}-${n.toString(36)}`,
    is_active: true,
    is_paused: false,
    is_featured: false,
    approved_at: new Date(approved).toISOString(),
    checks: checks.flatMap(([kind, share]) =>
      random() < share
        ? [{ kind, checked_at: new Date(approved + random() * Math.max(0, NEWEST - approved)).toISOString() }]
        : [],
    ),
    stars,
    last_evaluation_date: stars && new Date(NEWEST).toISOString(),
  };
}
