-- Reference data, repeatable: ids are fixed (version 5 of 'danceflix:<table>:<name>'), existing rows are not changed.
-- Cities: the nine of the FAQ and Brasília are active, the other capitals are not. All forty styles are active.

insert into public.cities (id, name, active) values
  ('d82c1321-f889-573a-a2f1-cb7cba56ca93', 'Belo Horizonte', true),
  ('977e8b6c-75f3-5b81-bb6b-d965aa672e9c', 'Brasília', true),
  ('4eb76483-52ad-5347-8e74-8f71cb90cd1f', 'Curitiba', true),
  ('7a601733-d9d8-5469-9457-da921b240551', 'Florianópolis', true),
  ('c842531a-4fe5-5c59-a111-8e3adda42bbd', 'Garopaba', true),
  ('1bb3edb9-93a5-5465-98c8-a4d821332baa', 'Porto Alegre', true),
  ('0aa6ab9c-ff40-54a6-9dc7-b46b6fd6e68d', 'Rio de Janeiro', true),
  ('fec98a4c-3718-58b1-a226-d2895b9c1340', 'Salvador', true),
  ('be0c8f15-6bd4-522a-9900-0cd8d0319c17', 'São Paulo', true),
  ('794e07ec-f482-569a-9325-c1c6e3e942ae', 'Vitória', true),
  ('abd8941b-0dc6-59c3-9ab2-673f6e460ca2', 'Aracaju', false),
  ('0075fe91-85e4-5df0-944f-eda999b2a3ad', 'Belém', false),
  ('bcc96ada-0f09-5876-9368-6ab42b853fdf', 'Boa Vista', false),
  ('3f69c80b-2828-5a16-a9a7-b6b2de16164f', 'Campo Grande', false),
  ('6b9dc936-2c01-5eed-b13f-4cb2c7939589', 'Cuiabá', false),
  ('86e31ab4-3d4e-5fa0-b74d-85d6bfb0b86c', 'Fortaleza', false),
  ('a3985abb-c7d3-5005-977f-ba0e741e864d', 'Goiânia', false),
  ('d74592e8-4d61-5d50-a32f-4dceddc67c81', 'João Pessoa', false),
  ('6306542e-3041-5f57-928a-4c2ac92e4986', 'Macapá', false),
  ('967b16d5-580f-5baa-81af-3f1646936553', 'Maceió', false),
  ('ceb48e70-7ea1-500f-a826-96a4a74e35aa', 'Manaus', false),
  ('6dc075d7-a140-5378-88e8-f994065c33f5', 'Natal', false),
  ('e7b90c24-509c-505d-a69e-ce65cf2c6aa8', 'Palmas', false),
  ('2af275f2-3332-5ff4-89a0-d5fe2ca38a05', 'Porto Velho', false),
  ('ae3ed5df-ec96-5874-8e82-746c8d115408', 'Recife', false),
  ('d8c6f5e4-9e99-5c94-9ce1-561084f41238', 'Rio Branco', false),
  ('588e3451-dd50-5e9e-9c5c-3e0ad633bca4', 'São Luís', false),
  ('7d2b422b-f2f3-5871-a763-56fd22b740fd', 'Teresina', false)
on conflict do nothing;

insert into public.dance_styles (id, name, active) values
  ('bd74451c-7fb3-5c80-a296-7962dee8fefe', 'Forró', true),
  ('6cec8ff5-4bcd-51e4-b1c9-d15f715f164a', 'Zouk', true),
  ('0a6d7ec3-1eee-5890-8760-8efa2997601b', 'Samba de Gafieira', true),
  ('a6602b7c-6190-5ad9-ba88-dae468058a6c', 'Samba', true),
  ('8113e743-1748-5449-aa1d-4eacf3140999', 'Salsa', true),
  ('94fe49a7-671d-5f11-a413-832e05a2c0ad', 'Tango', true),
  ('6b1475be-e126-527a-ae1a-77aa2151daed', 'Ballet Clássico', true),
  ('1c406b79-2938-5810-b67f-a565c02aca90', 'Dança do Ventre', true),
  ('f9a2145f-6f28-5aec-8dc1-c10f3679ef04', 'Forró Universitário', true),
  ('a8c7f3b8-3481-5f48-85ff-abe07eb581d9', 'Forró Pé de Serra', true),
  ('779a1eb6-726c-51dd-9dd6-8d05aeac8ee8', 'Lambada', true),
  ('887f97e5-39f3-5e18-b4a6-e347ee968a24', 'Samba Rock', true),
  ('ed65a8bf-df86-55f1-9dd9-acb33700f649', 'Samba no Pé', true),
  ('9cd6e8f7-4806-5358-9e4a-5240b9f78408', 'Bolero', true),
  ('6d18001d-e81f-5374-9d3f-d50a33824527', 'Soltinho', true),
  ('44662a71-e275-5d91-aa46-29e4fcb3be0a', 'Bachata', true),
  ('ea17f0c0-6470-5346-9e81-e4eba215beb4', 'Kizomba', true),
  ('789c1da5-e96e-5ec4-8625-35f97fba33b4', 'Merengue', true),
  ('a6423088-32ab-5996-80e2-3c45a1e42bc1', 'Cha-cha-chá', true),
  ('a9451d0b-4b33-5bc6-99bc-c796813868ea', 'Valsa', true),
  ('3d3588ca-2c96-5d84-85d4-b9093a96f41c', 'West Coast Swing', true),
  ('27fc714d-4df4-509a-a50c-14ac3b4f6343', 'Lindy Hop', true),
  ('63b95fd2-4f7d-5410-9a63-d17225263479', 'Sertanejo Universitário', true),
  ('067bce44-9dd6-5e3f-ab52-26b35c5109d2', 'Vaneira', true),
  ('a188d1ab-1816-52f3-a64e-ab05fcb5477d', 'Chamamé', true),
  ('be456540-8b53-567a-9266-ac745f7a5ce8', 'Frevo', true),
  ('15f61605-abc8-588f-8d6e-2413dabf786d', 'Maracatu', true),
  ('d9c9cb9b-72d5-5e75-b198-ddea77d883c3', 'Carimbó', true),
  ('f850a671-40fa-540b-8467-ed99f1799fe9', 'Axé', true),
  ('50acdfe8-ec40-5b15-9470-eff028ae78b0', 'Passinho', true),
  ('9975a794-5bf0-571b-8246-8a2913231ad4', 'Charme', true),
  ('5f274e45-9605-58c2-afe6-651264ecd871', 'Danças Urbanas', true),
  ('ab04c7a0-b651-5b11-8ca5-57cd3b2b4d1f', 'Breaking', true),
  ('ae5ba80e-6fcc-5b93-8abe-f5530b54df30', 'K-pop', true),
  ('99552827-d88d-5e04-8266-3c22aecac8c3', 'Stiletto', true),
  ('89c97559-6eda-549c-9292-387599e34b33', 'Jazz', true),
  ('6ab08c1d-252b-5d77-bd83-cf36e55a333b', 'Dança Contemporânea', true),
  ('12f88023-c1e1-58e6-a4b7-f4574d1fbf36', 'Sapateado', true),
  ('ed37956d-5ca5-5158-885f-24f7895ff453', 'Flamenco', true),
  ('6d55d766-a665-58c4-97ce-2a1fc02d6bc7', 'Dança Afro-Brasileira', true)
on conflict do nothing;

insert into public.app_settings (key, value, is_public, description) values
  ('default_teacher_id', 'null', true, 'Teacher shown when the lead flow finds no other; null until an admin chose one'),
  ('test_data_allowed', 'false', false, 'Whether admins may create and remove marked demo rows')
on conflict do nothing;

insert into public.terms_and_policies (id, type, version, active, title, published_at) values
  ('2f3f0a52-95c6-5c0e-8a7d-0d9c4b6e1a01', 'terms', 1, false, 'Termos de uso e política de privacidade',
    '2026-11-01T12:00:00Z'),
  ('2f3f0a52-95c6-5c0e-8a7d-0d9c4b6e1a02', 'terms', 2, false, 'Termos de uso e política de privacidade',
    '2026-11-22T03:00:00Z'),
  ('2f3f0a52-95c6-5c0e-8a7d-0d9c4b6e1a03', 'terms', 3, false, 'Termos de uso e política de privacidade',
    '2026-11-25T03:00:00Z'),
  ('2f3f0a52-95c6-5c0e-8a7d-0d9c4b6e1a04', 'terms', 4, false, 'Termos de uso e política de privacidade',
    '2026-11-26T03:00:00Z'),
  ('2f3f0a52-95c6-5c0e-8a7d-0d9c4b6e1a05', 'terms', 5, false, 'Termos de uso e política de privacidade',
    '2026-11-26T04:00:00Z'),
  ('2f3f0a52-95c6-5c0e-8a7d-0d9c4b6e1a06', 'terms', 6, true, 'Termos de uso e política de privacidade',
    '2026-11-27T04:00:00Z')
on conflict do nothing;

insert into public.supporter_tier_definitions
  (tier, id, position, name, amount, benefit, benefit_title, benefit_text)
values
  ('passinho', '7c1d1b6e-5a0e-5b57-9a51-3b8f1f0a0001', 1, 'Passinho', 1, 'listing',
    'Seu nome na página de apoiadores',
    'Você aparece, com sua foto, entre as pessoas que mantêm o Danceflix de pé.'),
  ('giro_completo', '7c1d1b6e-5a0e-5b57-9a51-3b8f1f0a0002', 2, 'Giro Completo', 10, 'enhanced_profile',
    'Perfil completo',
    'Seções a mais no seu perfil, para contar melhor a sua história na dança.'),
  ('destaque_salao', '7c1d1b6e-5a0e-5b57-9a51-3b8f1f0a0003', 3, 'Apoiador', 20, 'search_highlight',
    'Destaque na busca',
    'Professores aparecem primeiro entre os que combinam igual com a busca, com o selo de destaque.'),
  ('brilho_palco', '7c1d1b6e-5a0e-5b57-9a51-3b8f1f0a0004', 4, 'Brilho de Palco', 63, 'main_carousel',
    'Lugar no carrossel principal',
    'Professores entram no carrossel da página inicial, a primeira coisa que quem chega vê.')
on conflict do nothing;

insert into public.sponsor_tier_definitions (tier, id, position, name, amount, slots, benefit_title, benefit_text)
values
  ('bronze', '7c1d1b6e-5a0e-5b57-9a51-3b8f1f0a0011', 1, 'Bronze', 100, 5,
    'Menção oficial no perfil do Danceflix',
    'Sua marca na página de patrocinadores, com link, e uma menção oficial no nosso perfil.'),
  ('prata', '7c1d1b6e-5a0e-5b57-9a51-3b8f1f0a0012', 2, 'Prata', 350, 3,
    'Colaboração semanal nas redes sociais',
    'Toda semana, uma publicação feita junto com a sua marca.'),
  ('ouro', '7c1d1b6e-5a0e-5b57-9a51-3b8f1f0a0013', 3, 'Ouro', 1325, 1,
    'Presença no carrossel da página inicial',
    'Uma marca só, à vista de todo mundo que abre o Danceflix.')
on conflict do nothing;
