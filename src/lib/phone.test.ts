import { describe, expect, it } from 'vitest';
import { instagramLink, whatsappLink } from './phone';

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

it('half a character in the text is no reason to have no link', () => {
  expect(whatsappLink('+5531900001234', 'Oi \ud83d!')).toBe(
    'https://wa.me/5531900001234?text=Oi%20%EF%BF%BD!',
  );
  expect(whatsappLink('+5531900001234', 'Oi 💃')).toContain('%F0%9F%92%83');
});
