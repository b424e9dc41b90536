/** The parts that the kinds of writes about alerts ('Avise-me') have in common. */

/** The wish of an alert. Null means any style, any city or any bairro. */
export interface AlertWish {
  style_id: string | null;
  city_id: string | null;
  neighborhood: string | null;
}

export const ALERT_REFUSALS = {
  place_unknown: 'Este estilo ou esta cidade não está mais na lista. Escolha outro.',
  invalid_value: 'Escolha um estilo ou uma cidade. O bairro tem de 2 a 80 letras.',
} as const;
