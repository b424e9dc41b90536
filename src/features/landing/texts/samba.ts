import type { StyleText } from './text';

export const SAMBA = {
  cities: {
    'rio-de-janeiro': {
      title: 'Aulas de samba no Rio de Janeiro com professor particular',
      description:
        'Aprenda samba no Rio de Janeiro: samba no pé, roda e passista, com professores particulares cariocas. Combine direto, sem taxa.',
      heading: 'Samba no Rio de Janeiro: aulas particulares',
      paragraphs: [
        'No Rio, samba não é programa, é calendário: tem roda na segunda-feira, ensaio de escola no fim do ano e bloco antes de o ano começar. Para aproveitar, basta perder a vergonha do pé, e isso se aprende.',
        'Os professores daqui ensinam samba no pé passo a passo: primeiro devagar, depois no andamento da bateria. Quem vem de fora para o Carnaval pode combinar aulas concentradas em poucos dias.',
      ],
    },
    'sao-paulo': {
      title: 'Samba de gafieira em São Paulo: professores particulares',
      description:
        'Aulas particulares de samba de gafieira em São Paulo para iniciantes e casais, no seu bairro ou no estúdio do professor.',
      heading: 'Aulas de samba de gafieira em São Paulo',
      paragraphs: [
        'São Paulo gosta de dançar samba a dois: nos bailes da terceira idade, nas noites de samba-rock e nos salões que nunca fecharam. A gafieira é a mais elegante dessas conversas, e também a mais divertida.',
        'Aula particular é o jeito mais curto de entender a malandragem do tempo, aquele atraso calculado que faz o passo cair na hora certa. Escolha alguém perto da sua linha de metrô e comece.',
      ],
    },
    salvador: {
      title: 'Professor de samba de gafieira em Salvador',
      description:
        'Samba de gafieira em Salvador com professor particular: leve o balanço do samba de roda para o salão, a dois.',
      heading: 'Samba de gafieira em Salvador, com professor particular',
      paragraphs: [
        'Quem cresceu ouvindo samba de roda do Recôncavo já tem o principal: o pulso. A gafieira põe esse pulso num abraço e dá a ele desenho, deslocamento e conversa entre os dois.',
        'Em Salvador, aulas particulares servem bem a casais e a quem quer dançar nas noites de samba sem depender de turma. O professor monta a aula com a música de que você gosta.',
      ],
    },
    'belo-horizonte': {
      title: 'Samba de gafieira em Belo Horizonte: aulas particulares',
      description:
        'Encontre professores particulares de samba de gafieira em Belo Horizonte e aprenda do cruzado ao puladinho com calma mineira.',
      heading: 'Samba de gafieira em Belo Horizonte',
      paragraphs: [
        'Em Belo Horizonte, a dança de salão é tradição de família: há quem tenha aprendido gafieira com os avós e hoje dê aula. Esse cuidado aparece no ensino, que começa pela postura e pelo respeito ao par.',
        'Se você já dança forró ou bolero, vai reconhecer caminhos e estranhar o tempo. Duas ou três aulas particulares bastam para o samba deixar de correr na sua frente.',
      ],
    },
    brasilia: {
      title: 'Aulas particulares de samba de gafieira em Brasília',
      description:
        'Samba de gafieira em Brasília: professores particulares para bailes, casamentos ou simplesmente para dançar bem. Contato direto.',
      heading: 'Aprenda samba de gafieira em Brasília',
      paragraphs: [
        'Brasília tem roda de samba em quadra comercial e baile de salão em clube, às vezes na mesma noite. A gafieira funciona nos dois, desde que o básico esteja no corpo e não só na cabeça.',
        'Muita gente procura aula por causa de uma data: casamento, formatura, aniversário de quinze anos. Diga o dia ao professor e vocês planejam de trás para frente.',
      ],
    },
    vitoria: {
      title: 'Samba de gafieira em Vitória, ES: professores particulares',
      description:
        'Professores particulares de samba de gafieira em Vitória: aprenda a dois, sem turma e sem pressa, e combine tudo direto.',
      heading: 'Aulas de samba de gafieira em Vitória',
      paragraphs: [
        'Vitória fica a uma viagem do Rio e nunca escondeu que gosta do samba de lá. A gafieira capixaba é pequena e calorosa, com bailes em que o iniciante é recebido pelo nome.',
        'Sem turma por perto no seu horário? É para isso que serve o professor particular: vocês escolhem o dia, o lugar e por onde começar, e a pista fica para quando você quiser.',
      ],
    },
    florianopolis: {
      title: 'Samba de gafieira em Florianópolis com aula particular',
      description:
        'Aulas particulares de samba de gafieira em Florianópolis, para quem quer dançar samba a dois na Ilha ou no continente.',
      heading: 'Samba de gafieira em Florianópolis',
      paragraphs: [
        'A Ilha tem samba no Carnaval, nas rodas de bairro e nos bailes de dança de salão que atravessam o inverno. A gafieira é a ponte entre eles: serve para a roda e serve para o salão.',
        'Professores particulares em Florianópolis atendem de iniciantes absolutos a quem já compete. Escreva contando seu nível, e se prefere aulas na Ilha ou no continente.',
      ],
    },
  },
  learn: {
    heading: 'O que se aprende nas aulas de samba',
    points: [
      {
        title: 'Tempo e balanço',
        text: 'Ouvir surdo e tamborim, contar sem contar, e deixar o joelho trabalhar.',
      },
      {
        title: 'A dois ou no pé',
        text: 'Na gafieira, cruzado, gancho e tirada de perna; no samba no pé, base, deslocamento e resistência.',
      },
      {
        title: 'Elegância e malandragem',
        text: 'Pausas, brincadeiras e respostas ao par: o que transforma passos em conversa.',
      },
    ],
  },
} as const satisfies StyleText;
