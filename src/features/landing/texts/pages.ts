export const PRIVATE_LESSONS = {
  title: 'Aulas particulares de dança: como funcionam e o que oferecem',
  description:
    'Por que ter aula particular de dança, o que está incluído e como combinar com um professor verificado perto de você. Sem taxa.',
  heading: 'Aulas particulares de dança',
  lead: 'Uma hora só sua, com alguém que olha para o seu corpo, a sua música e o seu objetivo. É o caminho mais curto entre querer dançar e dançar.',
  benefits: {
    heading: 'Por que ter aula particular',
    points: [
      {
        title: 'No seu ritmo',
        text: 'Sem turma para alcançar nem esperar. O que já saiu fica para trás; o que trava ganha tempo.',
      },
      {
        title: 'Correção de verdade',
        text: 'O professor vê cada detalhe e corrige na hora, antes que o erro vire hábito.',
      },
      {
        title: 'Na sua agenda e no seu lugar',
        text: 'Cedo, no almoço ou à noite; em casa, no salão do prédio ou no estúdio. Vocês combinam.',
      },
      {
        title: 'Sem plateia',
        text: 'Vergonha é o motivo mais comum para não começar. Aqui só há você e quem ensina.',
      },
    ],
  },
  offered: {
    heading: 'O que os professores oferecem',
    points: [
      {
        title: 'Primeira aula',
        text: 'Para conhecer o professor, contar o que você quer e sair com a base na perna.',
      },
      { title: 'Aulas para casais', text: 'Para dançar juntos em casa, no baile ou no próprio casamento.' },
      {
        title: 'Preparação com data marcada',
        text: 'Valsa, formatura, São João, Carnaval ou congresso: a aula anda de trás para frente.',
      },
      {
        title: 'Técnica para quem já dança',
        text: 'Eixo, giro, condução, musicalidade: uma dúvida por vez, resolvida.',
      },
      {
        title: 'Aulas em Grupo',
        text: 'Alguns professores também dão aulas em grupo; eles têm esse selo no perfil.',
      },
      {
        title: 'Mais de trinta estilos',
        text: 'Forró, zouk, samba de gafieira, salsa, tango, ballet clássico, dança do ventre e outros.',
      },
    ],
  },
} as const;

export const LEARN_TO_DANCE = {
  title: 'Aprenda a dançar com professores particulares',
  description:
    'Três motivos para aprender a dançar com professor particular e três passos para começar: escolha, marque a primeira aula e dance.',
  heading: 'Aprenda a dançar com professores particulares',
  lead: 'Você não precisa levar jeito, nem par, nem sapato. Precisa de um bom professor e de uma primeira aula.',
  benefits: {
    heading: 'O que muda com um professor só seu',
    points: [
      {
        title: 'Você aprende mais rápido',
        text: 'Toda a aula é sobre você. Em poucas semanas dá para ir a um baile e se divertir.',
      },
      {
        title: 'Você ganha confiança',
        text: 'Errar longe dos outros tira o medo. Na pista, o corpo já sabe o que fazer.',
      },
      {
        title: 'Você decide o caminho',
        text: 'O estilo, a música, a frequência e o valor são combinados entre você e o professor.',
      },
    ],
  },
  steps: {
    heading: 'Como funciona',
    points: [
      {
        title: 'Escolha o professor',
        text: 'Busque por estilo e cidade, leia o perfil e as avaliações, ou peça uma indicação.',
      },
      {
        title: 'Marque a primeira aula',
        text: 'Fale direto com ele e combinem dia, lugar e valor. Ninguém cobra comissão.',
      },
      {
        title: 'Comece a dançar',
        text: 'Vá com roupa confortável e vontade. Depois, conte como foi numa avaliação.',
      },
    ],
  },
} as const;
