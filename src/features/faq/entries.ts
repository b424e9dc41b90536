/** The questions and answers of the product (specification data, faq.json), each with its URL fragment. */
import { fold } from '@/lib/text';
import items from './faq.json';

export interface FaqItem {
  question: string;
  answer: string;
}

export interface FaqEntry extends FaqItem {
  /** URL fragment: 'quanto-custa-uma-aula' in '/duvidas#quanto-custa-uma-aula'. */
  slug: string;
}

export function slugOf(question: string): string {
  return fold(question)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

export const FAQ: readonly FaqEntry[] = items.map((item) => ({ ...item, slug: slugOf(item.question) }));

/** The entries while nobody teaches: without the list of cities in which teachers are found. */
export const FAQ_WITHOUT_TEACHERS = FAQ.filter(
  ({ slug }) => slug !== 'em-quais-cidades-encontro-professores',
);

/** Number of entries on the home page and in its structured data (specification 001 §9). */
export const FAQ_ON_HOME = 4;

/** Entries that contain every word of `text`, ignoring accents and case; all for an empty text. */
export function searchFaq(entries: readonly FaqEntry[], text: string): FaqEntry[] {
  const words = fold(text).split(' ').filter(Boolean);
  return entries.filter(({ question, answer }) => {
    const said = fold(`${question} ${answer}`);
    return words.every((word) => said.includes(word));
  });
}

/** Structured data for search engines. Items with an empty question or answer are left out (specification 001 §5). */
export function faqData(items: readonly FaqItem[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: items
      .filter(({ question, answer }) => question.trim() !== '' && answer.trim() !== '')
      .map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
  };
}
