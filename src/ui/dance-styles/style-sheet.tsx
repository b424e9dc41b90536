import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { SearchField } from '../search-field';
import { Sheet } from '../sheet';
import { matchStyles } from './popular';
import classes from './style-sheet.module.css';

interface StyleSheetProps {
  title: string;
  /** All styles, the popular ones first. */
  names: readonly string[];
  /** How many of them are popular. */
  popular: number;
  chosen: readonly string[];
  asked: number;
  onToggle(name: string, isOn: boolean): void;
  onClose(): void;
}

/** The sheet in which styles are searched and chosen. A choice applies at once. */
export default function StyleSheet(props: StyleSheetProps) {
  const { title, names, popular, chosen, asked, onToggle, onClose } = props;
  const [typed, setTyped] = useState('');
  const isSearching = typed.trim() !== '';
  const found = matchStyles(names, typed);
  const groups = isSearching
    ? [{ name: 'Encontrados', styles: found }]
    : [
        { name: 'Mais procurados', styles: names.slice(0, popular) },
        { name: 'Todos', styles: names.slice(popular) },
      ];
  return (
    <Sheet title={title} close="Fechar" asked={asked} onClose={onClose}>
      {(close) => (
        <>
          <SearchField
            label="Buscar estilo"
            name=""
            placeholder="Ex.: zouk"
            maxLength={80}
            value={typed}
            onChange={setTyped}
          />
          <div className={classes.list}>
            {groups.map((group) => (
              <Group key={group.name} {...group} {...{ chosen, onToggle }} />
            ))}
            <p role="status" className={classes.empty}>
              {found.length === 0 ? 'Nenhum estilo encontrado.' : ''}
            </p>
          </div>
          <Button fullWidth onClick={close}>
            {chosen.length > 0 ? `Pronto · ${chosen.length}` : 'Pronto'}
          </Button>
        </>
      )}
    </Sheet>
  );
}

interface GroupProps extends Pick<StyleSheetProps, 'chosen' | 'onToggle'> {
  name: string;
  styles: readonly string[];
}

function Group({ name, styles, chosen, onToggle }: GroupProps) {
  const id = useId();
  if (styles.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out like the list.
    <div role="group" aria-labelledby={id}>
      <h3 id={id} className={classes.group}>
        {name}
      </h3>
      {styles.map((style) => (
        <label key={style} className={classes.style}>
          <span>{style}</span>
          <input
            type="checkbox"
            checked={chosen.includes(style)}
            onChange={({ currentTarget: { checked } }) => onToggle(style, checked)}
          />
        </label>
      ))}
    </div>
  );
}
