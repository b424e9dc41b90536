import { Button } from '@mantine/core';
import { useTypedEarly } from '@/lib/typed-early';
import { learnMyCity } from '@/reads/my-city';
import { useCities, useDanceStyles } from '@/reads/use-offered-names';
import { SearchIcon } from '@/ui/icons';
import { useNavigate } from '@/ui/navigate';
import { addressForText } from './hero-query';
import classes from './hero-search.module.css';
import { FILTER_MAX_LENGTH, FREE_TEXT } from './search-url';

/** The single search box of the home page for style, city or name. */
export function HeroSearch() {
  const input = useTypedEarly<HTMLInputElement>();
  const navigate = useNavigate();
  const styles = useDanceStyles().data.map(({ name }) => name);
  const cities = useCities().data.map(({ name }) => name);
  return (
    <search>
      {/* Before scripts have loaded, the browser sends the form: the search then understands the text (free-text.tsx). */}
      <form
        className={classes.box}
        action="/search"
        onSubmit={(event) => {
          event.preventDefault();
          const address = addressForText(input.current?.value ?? '', styles, cities);
          // Closes the phone's keyboard, which would cover the results.
          input.current?.blur();
          learnMyCity(new URL(address, location.origin).searchParams.get('city') ?? '');
          navigate(address);
        }}
      >
        <input type="hidden" name={FREE_TEXT} value="1" />
        <SearchIcon size={20} />
        <input
          ref={input}
          className={classes.input}
          type="search"
          name="name"
          aria-label="Estilo, cidade ou nome do professor"
          placeholder="Forró em São Paulo"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={FILTER_MAX_LENGTH}
        />
        <Button type="submit">Buscar</Button>
      </form>
    </search>
  );
}
