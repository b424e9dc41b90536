import type { StyleText } from './text';

export const FORRO = {
  cities: {
    florianopolis: {
      title: 'Aulas de forró em Florianópolis com professor particular',
      description:
        'Professores particulares de forró em Florianópolis: do primeiro dois-pra-lá às noites de forró da Ilha. Combine direto, sem taxa.',
      heading: 'Aulas particulares de forró em Florianópolis',
      paragraphs: [
        'Florianópolis dança forró o ano inteiro, e no verão dança mais: chega gente de todo lado e o baile vira também o jeito de conhecer a Ilha. Com algumas aulas particulares, você para de assistir da mesa e entra na roda.',
        'Muitos professores daqui vão até você, no Centro, no Norte ou no Sul da Ilha, ou recebem em estúdio. Vale combinar antes o lugar e o horário, que o trânsito da ponte e da Lagoa também entra na conta.',
      ],
    },
    'sao-paulo': {
      title: 'Aulas de forró em São Paulo: professores particulares',
      description:
        'Aprenda forró em São Paulo com professor particular: universitário, pé de serra ou roots, no seu bairro e no seu horário.',
      heading: 'Forró em São Paulo, com professor particular',
      paragraphs: [
        'Foi em São Paulo que o forró universitário ganhou força nos anos 1990, e a cidade segue com baile quase todo dia da semana. Quem começa agora encontra de tudo na mesma pista: pé de serra, giro de universitário e passo rasteiro de roots.',
        'Aula particular cabe na agenda paulistana: antes do trabalho, na hora do almoço ou tarde da noite, perto do metrô ou em casa. Veja o bairro na página de cada professor e combine o resto pela conversa.',
      ],
    },
    'belo-horizonte': {
      title: 'Forró em Belo Horizonte: aulas com professores particulares',
      description:
        'Encontre professor particular de forró em Belo Horizonte e chegue ao baile com base firme, condução leve e sem medo do xote.',
      heading: 'Aprenda forró em Belo Horizonte',
      paragraphs: [
        'Belo Horizonte tem um forró exigente e acolhedor: dança-se bem, conversa-se muito e quem está começando sempre acha par. Uma boa base faz diferença, porque aqui o xote é lento de verdade e não deixa esconder o passo.',
        'Com um professor só para você, dá para trabalhar o que trava: ouvir a zabumba, caminhar no tempo, conduzir sem puxar, seguir sem adivinhar. Em geral uma aula dura cerca de uma hora, e o preço é combinado direto.',
      ],
    },
    salvador: {
      title: 'Professor particular de forró em Salvador',
      description:
        'Aulas particulares de forró em Salvador para dançar o São João e o resto do ano. Professores verificados, contato direto, sem taxa.',
      heading: 'Forró em Salvador: aulas particulares o ano inteiro',
      paragraphs: [
        'Em junho, Salvador inteira lembra que é nordestina, e quem deixou para aprender na véspera descobre que o São João não espera. Começando uns meses antes, você chega à quadrilha e ao pé de serra dançando de verdade.',
        'Os professores daqui costumam misturar forró com a ginga que a cidade já tem no corpo. Diga na primeira mensagem o que você busca: dançar com o par, perder a vergonha, ou só não pisar em ninguém.',
      ],
    },
    'rio-de-janeiro': {
      title: 'Aulas de forró no Rio de Janeiro com professores particulares',
      description:
        'Professores particulares de forró no Rio de Janeiro, da Zona Norte à Zona Sul. Veja perfis, estilos e fale direto com quem ensina.',
      heading: 'Aulas particulares de forró no Rio de Janeiro',
      paragraphs: [
        'O Rio recebeu o forró com os nordestinos que vieram trabalhar e construíram aqui uma segunda casa, com feira, sanfona e baile. Hoje ele divide a noite carioca com o samba e a gafieira, e muita gente dança os três.',
        'Se você já tem ritmo de outra dança, a aula particular aproveita isso e poupa meses. Se nunca dançou, melhor ainda: começa no abraço, na caminhada e na música, sem vício nenhum.',
      ],
    },
    brasilia: {
      title: 'Forró em Brasília: professores particulares de dança',
      description:
        'Aprenda forró em Brasília com aulas particulares no Plano Piloto e nas cidades do DF. Perfis verificados e conversa direta com o professor.',
      heading: 'Forró em Brasília com professor só para você',
      paragraphs: [
        'Brasília juntou gente do Brasil todo e herdou do Nordeste o hábito de dançar agarradinho. O forró daqui tem comunidade grande, fiel e bem misturada: servidor, estudante, quem chegou ontem e quem nasceu na capital.',
        'Como as distâncias são de carro, muitos alunos preferem aulas no salão do prédio ou em casa. Combine com o professor se ele atende na sua asa, no Guará, em Taguatinga ou em outra região.',
      ],
    },
    vitoria: {
      title: 'Aulas particulares de forró em Vitória, ES',
      description:
        'Professor particular de forró em Vitória: pé de serra no estado de Itaúnas, com calma e do seu jeito. Veja quem dá aula perto de você.',
      heading: 'Aulas de forró em Vitória',
      paragraphs: [
        'O Espírito Santo leva o pé de serra a sério: Itaúnas, no norte do estado, é destino de forrozeiro do mundo inteiro. Em Vitória a dança segue durante o ano, em bailes pequenos onde todo mundo acaba se conhecendo.',
        'É um ótimo lugar para aprender devagar. Nas aulas particulares, professores de Vitória e da Grande Vitória trabalham base, musicalidade e o balanço rasteiro que faz a poeira subir em Itaúnas.',
      ],
    },
  },
  learn: {
    heading: 'O que se aprende nas aulas de forró',
    points: [
      {
        title: 'Abraço e base',
        text: 'Postura, peso e os passos que resolvem a maioria das músicas: dois-pra-lá, caminhada, frente e trás.',
      },
      {
        title: 'Xote, baião e arrasta-pé',
        text: 'Reconhecer cada ritmo pela zabumba e mudar de passo sem parar para pensar.',
      },
      {
        title: 'Giros com conforto',
        text: 'Condução clara, braço leve e giro que termina no tempo, para os dois lados do par.',
      },
    ],
  },
} as const satisfies StyleText;
