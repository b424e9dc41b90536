/** Tips for students, by the situation in which they help. */

export interface Tip {
  id: string;
  title: string;
  text: string;
}

export interface TipGroup {
  id: string;
  title: string;
  tips: readonly Tip[];
}

export const TIP_GROUPS: readonly TipGroup[] = [
  {
    id: 'escolher',
    title: 'Escolher o professor',
    tips: [
      {
        id: 'objetivo',
        title: 'Diga para que você quer dançar',
        text: 'Casamento em três meses, perder a vergonha, subir de nível: cada objetivo pede uma aula diferente. Escreva o seu no pedido e o professor já chega com um plano.',
      },
      {
        id: 'comentarios',
        title: 'Leia os comentários, não só a nota',
        text: 'Uma nota alta diz que gostaram; o comentário diz do quê. Procure quem estava no mesmo ponto que você.',
      },
      {
        id: 'experimente',
        title: 'Combine uma aula antes de um pacote',
        text: 'Valor e pagamento são acertados direto com o professor. Faça uma primeira aula e só então decida quantas quer.',
      },
    ],
  },
  {
    id: 'primeira',
    title: 'Antes da primeira aula',
    tips: [
      {
        id: 'sapato',
        title: 'Sapato que gira, roupa que respira',
        text: 'Sola de borracha prende no chão e cansa o joelho. Sola lisa ou uma meia por cima do tênis já ajudam. Leve água e uma camiseta extra.',
      },
      {
        id: 'musica',
        title: 'Ouça o ritmo no caminho',
        text: 'Três músicas do estilo, batendo o pé no tempo forte, valem por dez minutos de aula. Seu corpo chega conhecendo a pulsação.',
      },
      {
        id: 'lugar',
        title: 'Marque num lugar em que você se sinta bem',
        text: 'Estúdio, espaço do professor ou um lugar público são boas escolhas para a primeira vez. Avise alguém onde vai estar.',
      },
    ],
  },
  {
    id: 'aula',
    title: 'Durante a aula',
    tips: [
      {
        id: 'pergunte',
        title: 'Pergunte cedo',
        text: 'Dúvida guardada vira vício de passo. Peça para repetir mais devagar: é para isso que a aula é só sua.',
      },
      {
        id: 'abraco',
        title: 'Seu limite vem primeiro',
        text: 'Contato faz parte da dança a dois, mas quem decide até onde vai é você. Diga o que incomoda. Um bom professor ajusta na hora.',
      },
      {
        id: 'filme',
        title: 'Filme o último minuto',
        text: 'Peça licença e grave o resumo do fim. Trinta segundos de vídeo lembram mais do que uma página de anotações.',
      },
    ],
  },
  {
    id: 'casa',
    title: 'Entre uma aula e outra',
    tips: [
      {
        id: 'dez',
        title: 'Dez minutos, três vezes por semana',
        text: 'Pouco e sempre vence muito de vez em quando. Faça só o passo básico, com música, até não precisar contar.',
      },
      {
        id: 'espelho',
        title: 'Treine sem espelho também',
        text: 'O espelho corrige a forma; de olhos fechados você corrige o equilíbrio. Alterne os dois.',
      },
      {
        id: 'avalie',
        title: 'Conte como foi',
        text: 'Avaliar a aula ajuda o professor a melhorar e o próximo aluno a escolher. Funciona também sem internet.',
      },
    ],
  },
  {
    id: 'baile',
    title: 'No baile',
    tips: [
      {
        id: 'convide',
        title: 'Convide, e aceite um não com um sorriso',
        text: 'Qualquer pessoa pode convidar. Se ouvir um não, agradeça e siga: ninguém deve explicação, e a noite é longa.',
      },
      {
        id: 'roda',
        title: 'Siga a roda',
        text: 'Os pares andam no sentido anti-horário, e quem fica parado dança no meio. Passos largos só com espaço.',
      },
      {
        id: 'basico',
        title: 'O básico bem dançado basta',
        text: 'Musicalidade e cuidado com o par são lembrados; a quantidade de passos, não.',
      },
    ],
  },
];

/** The tip of a day ('2026-11-21'): the same all day, a different one the next day. */
export function tipOfDay(date: string): Tip | null {
  const tips = TIP_GROUPS.flatMap((group) => group.tips);
  const days = Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000);
  return tips[days % tips.length] ?? null;
}
