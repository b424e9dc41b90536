import { describe, expect, it } from 'vitest';
import { chatShareLink, instagramLink, phoneText, whatsappLink } from './phone';

describe('WhatsApp link', () => {
  it('carries the number with its country code and the text', () => {
    expect(whatsappLink('5527900001234', 'Olá, João & cia!')).toBe(
      'https://wa.me/5527900001234?text=Ol%C3%A1%2C%20Jo%C3%A3o%20%26%20cia!',
    );
  });

  it('adds Brazil to a number that was stored without a country', () => {
    expect(whatsappLink('(27) 90000-1234', '')).toContain('wa.me/5527900001234?');
  });

  it.each([null, '', 'não tenho', '123'])('is not drawn for %j', (phone) => {
    expect(whatsappLink(phone, 'x')).toBeNull();
  });
});

describe('Instagram link', () => {
  it.each(['marina.danca', '@marina.danca', 'https://www.instagram.com/marina.danca/?hl=pt'])(
    'understands %s',
    (handle) => {
      expect(instagramLink(handle)).toEqual({
        href: 'https://www.instagram.com/marina.danca',
        handle: '@marina.danca',
      });
    },
  );

  it.each([null, '', '@', 'javascript:alert(1)', 'dois nomes'])('is not drawn for %j', (handle) => {
    expect(instagramLink(handle)).toBeNull();
  });
});

it('half a character in the text does not break the link', () => {
  expect(whatsappLink('+5531900001234', 'Oi \ud83d!')).toBe(
    'https://wa.me/5531900001234?text=Oi%20%EF%BF%BD!',
  );
  expect(whatsappLink('+5531900001234', 'Oi 💃')).toContain('%F0%9F%92%83');
});

it.each(['+34612345678', '+33612345678', '+14155550132', '+59894123456', '+351912345678', '+5531900001234'])(
  'dials %s as it is stored, whatever its country',
  (stored) => expect(whatsappLink(stored, '')).toBe(`https://wa.me/${stored.slice(1)}?text=`),
);

it.each([
  ['+5531900001234', '+55 (31) 90000-1234'],
  ['31900001234', '+55 (31) 90000-1234'],
  ['+14155550132', '+1 (415) 555-0132'],
  ['+351912345678', '+351 912 345 678'],
  ['+34612345678', '+34 612 345 678'],
  ['+5491123456789', '+54 9 11 2345-6789'],
  ['+393331234567', '+39 333 123 4567'],
  ['+4915112345678', '+49 151 12345678'],
  ['+33612345678', '+33 6 12 34 56 78'],
  ['+447400123456', '+44 7400 123456'],
  ['+59899123456', '+598 99 123 456'],
  ['+351123456', '+351 123456'],
  ['+41791234567', '+41791234567'],
])('shows %s as %s', (stored, shown) => expect(phoneText(stored)).toBe(shown));

it('shares a text without a number, for a conversation that the person chooses', () => {
  expect(chatShareLink('Veja: https://danceflix.test/teachers/ana \ud83d')).toBe(
    'https://wa.me/?text=Veja%3A%20https%3A%2F%2Fdanceflix.test%2Fteachers%2Fana%20%EF%BF%BD',
  );
});
