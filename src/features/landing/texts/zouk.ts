import type { StyleText } from './text';

export const ZOUK = {
  cities: {
    'sao-paulo': {
      title: 'Aulas de zouk em São Paulo com professor particular',
      description:
        'Professores particulares de zouk brasileiro em São Paulo: do básico lateral aos movimentos de tronco e cabeça, no seu ritmo.',
      heading: 'Zouk em São Paulo: aulas particulares',
      paragraphs: [
        'São Paulo tem uma das agendas de zouk mais cheias do país: práticas durante a semana, bailes no fim dela e congressos que trazem gente de fora. Com tanta oferta, aula particular serve para organizar o que você já viu em turma.',
        'Há quem venha por uma dificuldade só, como a transição para o giro ou o peso no pivô. Leve a dúvida pronta: em uma hora focada, dá para sair com ela resolvida.',
      ],
    },
    'rio-de-janeiro': {
      title: 'Zouk no Rio de Janeiro: professores particulares',
      description:
        'Aprenda zouk brasileiro na cidade onde ele nasceu. Professores particulares no Rio de Janeiro, com perfil verificado e contato direto.',
      heading: 'Aulas de zouk no Rio de Janeiro, onde o zouk brasileiro nasceu',
      paragraphs: [
        'Quando a lambada saiu das rádios, foi em salões do Rio que dançarinos continuaram o movimento com outra música, mais lenta, e dali veio o zouk brasileiro. Aprender aqui é aprender perto da fonte.',
        'Os professores cariocas costumam puxar por três coisas: base firme, conexão e escuta. O resto, do cambré ao movimento de cabeça, vem depois e sem pressa, porque coluna é uma só.',
      ],
    },
    florianopolis: {
      title: 'Professor particular de zouk em Florianópolis',
      description:
        'Aulas particulares de zouk em Florianópolis para quem está começando e para quem já dança. Combine lugar, horário e valor direto.',
      heading: 'Zouk em Florianópolis, no seu tempo',
      paragraphs: [
        'A cena de zouk de Florianópolis é unida: poucos bailes, muita gente fiel e uma facilidade rara de fazer amigos na pista. Quem chega com a base feita dança a noite toda já na segunda semana.',
        'Por aqui é comum treinar perto da praia ou em estúdios pequenos. Peça uma primeira aula só para sentir o abraço e a caminhada; é dela que nasce todo o resto.',
      ],
    },
    'belo-horizonte': {
      title: 'Zouk em Belo Horizonte: aulas particulares de dança',
      description:
        'Encontre em Belo Horizonte professores particulares de zouk brasileiro: conexão, musicalidade e movimento de corpo com cuidado.',
      heading: 'Aulas particulares de zouk em Belo Horizonte',
      paragraphs: [
        'Belo Horizonte formou gerações de dançarinos de salão, e o zouk herdou esse cuidado com a técnica. Não estranhe se a primeira aula for quase toda sobre caminhar: é aí que mora a diferença.',
        'Professores particulares ajudam também casais que querem dançar juntos sem discutir no meio da música. Conte isso na conversa: a aula muda quando o par já vem pronto.',
      ],
    },
    salvador: {
      title: 'Aulas de zouk em Salvador com professores particulares',
      description:
        'Zouk brasileiro em Salvador, na terra da lambada: veja professores particulares, seus estilos e avaliações, e fale direto com eles.',
      heading: 'Zouk em Salvador: da lambada ao abraço',
      paragraphs: [
        'A lambada que correu o mundo tem um pedaço grande na Bahia, e o zouk é neto dela. Em Salvador a dança chega com quadril solto e percussão no ouvido, o que já é meio caminho andado.',
        'O que falta costuma ser o que a aula particular dá: eixo, pausa, e a calma de deixar a música terminar a frase antes de emendar o próximo giro.',
      ],
    },
    brasilia: {
      title: 'Professores particulares de zouk em Brasília',
      description:
        'Zouk em Brasília com aulas particulares: iniciantes, casais e quem quer evoluir para congressos. Perfis aprovados pela nossa equipe.',
      heading: 'Aprenda zouk em Brasília',
      paragraphs: [
        'Brasília é conhecida entre zoukeiros pelo nível da pista e por um público que estuda. Se você frequenta práticas e sente que parou de evoluir, uma sequência curta de aulas particulares costuma destravar.',
        'Para quem nunca dançou, o caminho é mais simples do que parece nos vídeos: o básico do zouk são poucos passos, repetidos com atenção ao outro.',
      ],
    },
    vitoria: {
      title: 'Zouk em Vitória, ES: aulas com professor particular',
      description:
        'Aulas particulares de zouk em Vitória e região: aprenda com calma, do básico ao improviso, com professor perto de você.',
      heading: 'Aulas particulares de zouk em Vitória',
      paragraphs: [
        'Em Vitória o zouk cresce de boca em boca: alguém leva um amigo, o amigo leva outro, e de repente há baile. É um bom momento para entrar, porque todo mundo se lembra de como foi o começo.',
        'As aulas particulares ajudam a atravessar a fase em que o corpo ainda pensa demais. Avise se tiver dor no pescoço ou na lombar: bons professores adaptam o movimento a você.',
      ],
    },
  },
  learn: {
    heading: 'O que se aprende nas aulas de zouk',
    points: [
      {
        title: 'Base e deslocamento',
        text: 'Lateral, básico aberto e viradinha, com o peso no lugar certo e a música em três tempos.',
      },
      {
        title: 'Conexão',
        text: 'Conduzir e seguir pelo corpo, não pela força: o abraço que avisa antes do movimento.',
      },
      {
        title: 'Tronco e cabeça com segurança',
        text: 'Cambré e movimentos de cabeça só depois de preparo, sempre com cuidado de coluna e pescoço.',
      },
    ],
  },
} as const satisfies StyleText;
